#!/usr/bin/env bash
# Takes the pictures of the README: the first page of a roster and of an army's cards. Run from the root: just pictures
# Needs a Chromium; CHROMIUM names it where it has another name.
set -euo pipefail
cd "$(dirname "$0")/../.."

browser=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

while read -r sheet list; do
    cargo run --locked -q -- render "$sheet" "$list" -o "$work/$sheet.html" < /dev/null
    # An A4 page and a margin around it, in pixels of 1/96 inch
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$work/profile" \
        --force-device-scale-factor=1.25 --window-size=826,1152 --screenshot="$PWD/docs/pictures/$sheet.png" \
        "file://$work/$sheet.html" < /dev/null 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
done << END
roster lists/fra/trebia-carthage.yaml
cards lists/wab/metaurus-carthage.yaml
END
