#!/usr/bin/env bash
# Fuzzes each target for so many seconds, 600 by default: bash fuzz/run.sh [SECONDS] [TARGET...]
# Needs a nightly toolchain and cargo-fuzz. The corpus begins with the lists, rulesets and cases of this folder.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-600}"
shift || true
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || targets=(reader formula list ruleset sheet)

# Copies files into a target's corpus under names that tell where they come from
seed() {
    local corpus="fuzz/corpus/$1" file
    shift
    mkdir -p "$corpus"
    for file in "$@"; do cp "$file" "$corpus/$(tr '/ ' '__' <<< "$file")"; done
}
shopt -s globstar nullglob
seed reader lists/**/*.yaml rulesets/**/*.yaml tests/data/err/*.yaml tests/data/ok/*.yaml tests/data/events/*.yaml
seed list lists/**/*.yaml tests/data/err/*.yaml tests/data/ok/*.yaml
seed sheet lists/**/*.yaml tests/data/ok/*.yaml
mkdir -p fuzz/corpus/formula fuzz/corpus/ruleset
grep -hoE '(cost|value|max|min|when|holds|base): *"?[^#"{}]+' rulesets/*/ruleset.yaml tests/**/ruleset.yaml |
    sed -E 's/^[a-z]+: *"?//' | sort -u | awk '{ f = "fuzz/corpus/formula/rule-" NR; print > f; close(f) }'
for folder in rulesets tests/data/example-game tests/data/rulesets/*; do
    for file in "$folder"/*/ruleset.yaml "$folder"/ruleset.yaml; do
        [ -f "$file" ] || continue
        id=$(sed -n 's/^ruleset: *//p' "$file")
        { cat "$file"; printf '%%%%%%\narmy: A\nruleset: %s\npoints: 1000\nunits:\n  - {unit: foot}\n' "$id"; } \
            > "fuzz/corpus/ruleset/$(tr '/ ' '__' <<< "$file")"
    done
done

# Words of the formats, so that the fuzzer need not find them letter by letter
grep -hoE '"[a-z][a-z-]+"' schemas/*.json | sort -u > fuzz/corpus/words.dict

for target in "${targets[@]}"; do
    printf '\n== %s\n' "$target"
    cargo +nightly fuzz run --sanitizer none "$target" -- -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
        -max_len=20000 -dict=fuzz/corpus/words.dict -print_final_stats=1
done
