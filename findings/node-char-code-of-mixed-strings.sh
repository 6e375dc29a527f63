#!/usr/bin/env bash
# Node 24.21.0 (npm's `node` package), seen on 2026-11-29.
#
# `text.charCodeAt(n)` in a loop takes several times as long if the same code has also read strings of other internal kinds: V8 has separate
# kinds for one-byte and two-byte strings, slices, concatenations and keys, and looks the method up again for each character once it has seen
# more than four. `String.prototype.charCodeAt.call(text, n)`, which looks longer, needs no such look-up.
#
# Why it matters: parsers and scanners read characters one by one, from strings that `slice`, `+`, `JSON.parse` and `Object.keys` made. In a
# benchmark with one kind of string, the two forms are equally fast.
#
# Output:
#   method: mixed strings take more than 3 times as long
#   method through call: mixed strings take less than 2.5 times as long
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >read.mjs <<'JS'
const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(40)
const copy = (text) => JSON.parse(JSON.stringify(text))
const [one, two] = [copy(letters), copy(`${letters}…`)]
const same = Array.from({ length: 8 }, () => copy(letters))
const keys = Object.keys({ [`a${one}`]: 1, [`a${two}`]: 1 })
const mixed = [one, two, one.slice(20), two.slice(20), one + one, two + two, ...keys]
// A function of its own for each case, so that the cases don't affect each other.
const readerOf = (read) => new Function('texts', `let sum = 0; for (const text of texts) for (let n = 0; n < 900; n++) sum += ${read}; return sum`)

function fastest(read, texts) {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 400; round++) {
    const before = performance.now()
    for (let n = 0; n < 10; n++) read(texts)
    best = Math.min(best, performance.now() - before)
  }
  return best
}

const ratioOf = (read) => fastest(readerOf(read), mixed) / fastest(readerOf(read), same)
const method = ratioOf('text.charCodeAt(n)')
const call = ratioOf('String.prototype.charCodeAt.call(text, n)')
console.log(`method: mixed strings take ${method > 3 ? 'more than 3' : method.toFixed(1)} times as long`)
console.log(`method through call: mixed strings take ${call < 2.5 ? 'less than 2.5' : call.toFixed(1)} times as long`)
JS
seen=$(./node_modules/.bin/node read.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
