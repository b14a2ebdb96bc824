#!/bin/bash -eu
# Builds every target into $OUT, with its corpus and its dictionary. The image sets OUT and SRC, and its
# RUSTUP_TOOLCHAIN is a nightly one.
cd "$SRC/mcp-guide"
python3 fuzz/seed.py
cargo fuzz build -O --debug-assertions
for target in $(cargo fuzz list); do
  cp "fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" "fuzz/corpus/$target"/*
  if [ -f "fuzz/corpus/$target.dict" ]; then
    cp "fuzz/corpus/$target.dict" "$OUT/"
  fi
  printf '[libfuzzer]\nmax_len = 65536\ntimeout = 10\n' >"$OUT/$target.options"
done
