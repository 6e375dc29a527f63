#!/usr/bin/env bash
# Node 24.21.0 (npm's `node` package), seen on 2026-11-29.
#
# Node ships compiled code for its built-in modules, such as `crypto` and `http`, so that loading them is fast. V8 rejects this code if almost
# any V8 flag differs from the default. It doesn't matter what the flag does, or whether it is on the command line or set by
# `setFlagsFromString`. Node then compiles each built-in module from source, without a message. Limits of the heap are an exception.
#
# Why it matters: loading `crypto`, `http`, `tls`, `zlib` and `http2` took about twice as long here (120 instead of 55 ms on a slow machine). A
# flag that is meant to save time or memory, or `--expose-gc`, can therefore make a short command slower.
#
# Output:
#   no flag: compiled code used
#   --max-old-space-size=2048: compiled code used
#   --max-semi-space-size=16: compiled code used
#   --expose-gc: compiled code rejected
#   --stack-size=900: compiled code rejected
#   --no-opt: compiled code rejected
#   setFlagsFromString('--heap-growing-percent=200'): compiled code rejected
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset NODE_OPTIONS
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >load.cjs <<'JS'
const [, , what, flag] = process.argv
if (flag !== undefined) require('node:v8').setFlagsFromString(flag)
// Node's own tests find out in this way which modules were loaded from compiled code.
const builtins = require('internal/test/binding').internalBinding('builtins')
for (const name of ['crypto', 'http', 'tls', 'zlib', 'http2']) require(name)
const usage = builtins.getCacheUsage()
const [used, compiled] = [new Set(usage.compiledWithCache), new Set(usage.compiledWithoutCache)]
const isUsed = used.has('crypto')
if (isUsed === compiled.has('crypto')) throw new Error('Node no longer says how it compiled a module')
console.log(`${what}: compiled code ${isUsed ? 'used' : 'rejected'}`)
JS
load() { ./node_modules/.bin/node --no-warnings --expose-internals "$@"; }
seen=$(
  load load.cjs 'no flag'
  for flag in --max-old-space-size=2048 --max-semi-space-size=16 --expose-gc --stack-size=900 --no-opt; do
    load "$flag" load.cjs "$flag"
  done
  load load.cjs "setFlagsFromString('--heap-growing-percent=200')" --heap-growing-percent=200
)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
