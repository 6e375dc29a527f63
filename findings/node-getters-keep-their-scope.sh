#!/usr/bin/env bash
# Node 24.21.0 (npm's `node` package), seen on 2026-11-29.
#
# All that a getter in an object literal refers to stays in memory until V8 collects all objects, even if the object itself is gone at once. V8
# puts the pair of a getter and a setter among the old objects as soon as the object is made, and the pair refers to the getter, and the getter
# to its scope. `Object.defineProperty` with a function made for one object does the same. A method that returns the value doesn't.
#
# Why it matters: a getter that reads a value on demand is meant to save memory. In an object made for every request or page, it instead keeps
# everything in its scope for much longer. A class whose getter reads a private field doesn't have this cost, because its getter is made once.
#
# Output:
#   getter in an object literal: more than 36 MB of heap
#   Object.defineProperty: more than 36 MB of heap
#   method: at most 24 MB of heap
#   getter of a class: at most 24 MB of heap
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >peak.mjs <<'JS'
import { getHeapStatistics } from 'node:v8'

class View {
  #page
  constructor(page) {
    this.#page = page
  }
  get size() {
    return this.#page.length
  }
}

const kinds = {
  'getter in an object literal': (page) => ({
    get size() {
      return page.length
    },
  }),
  'Object.defineProperty': (page) => Object.defineProperty({}, 'size', { get: () => page.length }),
  method: (page) => ({ size: () => page.length }),
  'getter of a class': (page) => new View(page),
}
const [, , name] = process.argv
const viewOf = kinds[name]
globalThis.gc()
let [peak, sum] = [0, 0]
for (let n = 0; n < 200_000; n++) {
  const { size } = viewOf(new Array(100).fill(n))
  sum += typeof size === 'function' ? size() : size
  if (n % 1000 === 0) peak = Math.max(peak, getHeapStatistics().used_heap_size)
}
if (sum !== 20_000_000) throw new Error('A view has another size than its page')
const size = peak > 36e6 ? 'more than 36 MB' : peak <= 24e6 ? 'at most 24 MB' : `${Math.round(peak / 1e6)} MB`
console.log(`${name}: ${size} of heap`)
JS
seen=$(
  for kind in 'getter in an object literal' Object.defineProperty method 'getter of a class'; do
    ./node_modules/.bin/node --expose-gc --max-semi-space-size=16 peak.mjs "$kind"
  done
)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
