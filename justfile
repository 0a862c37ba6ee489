# Short names for what is done often; `just` lists them.

[private]
default:
    @just --list

# All that must hold before a commit
ready: fmt-check clippy test doc lists

# Are the sources formatted
fmt-check:
    cargo fmt --check

# Every lint, warnings denied
clippy:
    cargo clippy --all-targets -- -D warnings

# Every test but the slow ones
test:
    cargo test

# What takes minutes or needs Chromium
test-slow:
    cargo test --test integration -- --ignored

# The library's pages, warnings denied
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps

# The program on the lists that it ships
lists:
    cargo run -q -- check lists

# Writes the generated files anew: schemas and the page of checks
gen:
    cargo run -q -- schema --all schemas
    cargo run -q -- explain --all > docs/checks.md

# Licences, banned parts and where parts come from (needs cargo-deny)
deny:
    cargo deny --offline check licenses bans sources
    cargo deny --offline --config deny-pdf.toml check licenses bans sources

# How fast it is
bench:
    cargo bench

# The engine for browsers, and its tests (needs node; web/build.sh says which compiler)
web:
    cargo build
    bash web/build.sh
    node --test tests/web/same_answers.mjs tests/web/hostile_texts.mjs tests/web/start_again.mjs
    node tests/web/build_a_list.mjs

# PDFs read back from their files (needs poppler; the parts take minutes to build)
pdf:
    cargo test --features pdf --test integration -- --include-ignored render::pdf

# How fast whole runs are, beside other tools (benches/compare.py says which)
compare:
    python3 benches/compare.py

# Fuzzes every target for so many seconds each (needs a nightly toolchain and cargo-fuzz)
fuzz seconds="600":
    bash fuzz/run.sh {{seconds}}

# The same as the server runs
ci:
    bash .ci/run

# Makes the pictures of the README and the time line of the books anew (needs chromium and Python)
pictures:
    bash docs/pictures/take.sh
    python3 docs/pictures/timeline.py
