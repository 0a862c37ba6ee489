#!/usr/bin/env bash
# Builds the engine for browsers: bash web/build.sh [FOLDER]
# Writes muster.wasm and engine.js into the folder (target/web by default) and prints the size of the engine.
#
# Needs the target wasm32-unknown-unknown, which is added by rustup if it can be fetched. If not, Debian's packages
# rustc-web and rust-web-src do, with the linker and the cargo of a rustup toolchain. Ends with status 3 if there is
# neither.
set -euo pipefail
cd "$(dirname "$0")/.."
folder="${1:-target/web}"
target=wasm32-unknown-unknown
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/web}"

has_target() { [ -d "$(rustc --print target-libdir --target "$target" 2> /dev/null)" ]; }

build=(cargo build --manifest-path web/Cargo.toml --profile small --target "$target")
if has_target || { command -v rustup > /dev/null && rustup target add "$target" > /dev/null 2>&1 && has_target; }; then
    echo "building with the target $target of $(rustc --version)"
else
    # rustup's own compiler cannot use Debian's source of the standard library, which is of another version
    compiler=$(dpkg --listfiles rustc-web 2> /dev/null | grep -m 1 '/bin/rustc$' || true)
    host=$(rustc --version --verbose | sed -n 's/^host: //p')
    linker="$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld"
    if [ -z "$compiler" ] || ! dpkg --status rust-web-src > /dev/null 2>&1 || [ ! -x "$linker" ]; then
        echo "error: the target $target can neither be added nor built: rustc-web, rust-web-src or rust-lld is missing" >&2
        exit 3
    fi
    echo "building with $("$compiler" --version) of Debian"
    # Its standard library has to be compiled too, which a stable compiler does only when told so
    export RUSTC="$compiler" RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
    build+=(-Zbuild-std=std,panic_abort)
fi

# The same versions of all parts as the program has, so that answers are the same
cp Cargo.lock web/Cargo.lock
"${build[@]}"

mkdir -p "$folder"
cp "$CARGO_TARGET_DIR/$target/small/muster_web.wasm" "$folder/muster.wasm"
cp web/engine.js "$folder/engine.js"
printf '%s/muster.wasm: %d bytes, %d compressed by gzip\n' "$folder" \
    "$(wc -c < "$folder/muster.wasm")" "$(gzip -9c "$folder/muster.wasm" | wc -c)"
