#!/usr/bin/env bash
# How long the PDF of a 30-unit army's roster and cards takes, beside headless Chromium printing the same HTML: medians
# of one run, and their ratio. Run from the root: bash benches/paper.sh [TIMES]
# Needs a Chromium; CHROMIUM names it where it has another name. MUSTER names a program that is built already.
set -euo pipefail
cd "$(dirname "$0")/.."

times=${1:-7}
browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
if [ -z "${MUSTER:-}" ]; then
    cargo build --locked --release --features pdf
    MUSTER=${CARGO_TARGET_DIR:-target}/release/muster
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    printf 'army: Thirty units\nruleset: wab\nbook: carthage\npoints: 5000\ndate: 216 BC\nchoose: {campaign: italy}\n'
    printf 'characters:\n  - {unit: carthaginian-general, role: general, name: Hannibal}\nunits:\n'
    for n in $(seq 10); do
        printf '  - {unit: african-veterans, name: Veterans %s, size: 24, options: [full-command]}\n' "$n"
        printf '  - {unit: gauls, name: Gauls %s, size: 24, options: [full-command]}\n' "$n"
        printf '  - {unit: skirmishers, name: Skirmishers %s, size: 10, options: [musician]}\n' "$n"
    done
} > "$work/list.yaml"

for sheet in roster cards; do
    "$MUSTER" render "$sheet" "$work/list.yaml" -o "$work/$sheet.html"
done

ours() {
    for sheet in roster cards; do
        "$MUSTER" render "$sheet" "$work/list.yaml" -o "$work/$sheet.pdf"
    done
}
theirs() {
    for sheet in roster cards; do
        "$browser" --headless --no-sandbox --disable-gpu --no-pdf-header-footer --user-data-dir="$work/profile" \
            --print-to-pdf="$work/$sheet-browser.pdf" "file://$work/$sheet.html" 2> /dev/null > /dev/null
    done
}
# Milliseconds that something took
took() {
    local begun
    begun=$(date +%s%N)
    "$@"
    echo $((($(date +%s%N) - begun) / 1000000))
}
median() { sort -n | sed -n "$(((times + 1) / 2))p"; }

# The first of each fills caches and is not counted; then by turns, so that a busy moment meets both
ours
theirs
for _ in $(seq "$times"); do
    took ours >> "$work/ours"
    took theirs >> "$work/theirs"
done
a=$(median < "$work/ours")
b=$(median < "$work/theirs")
printf 'roster and cards of 30 units, median of %s: muster %s ms, Chromium %s ms, ratio %s%%\n' \
    "$times" "$a" "$b" "$((100 * a / b))"
