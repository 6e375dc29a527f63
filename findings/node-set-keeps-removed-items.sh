#!/usr/bin/env bash
# Node 24.21.0 (npm's `node` package), seen on 2026-11-29.
#
# A Set or Map that always holds eight items, and from which each item is soon removed again, keeps megabytes of removed items in memory until V8
# collects all objects. V8 replaces the table of a Set from time to time, and each old table refers to the next one. Once one of the tables is
# among the old objects, collections of young objects no longer free any later table, nor the items that were in it. An array with the same
# items stays small.
#
# Why it matters: servers list their requests or connections in a Set. All of a request that its item leads to (page, response, buffers) then
# counts as long-lived: the process grows to several times its size between full collections, and these take longer.
#
# Output:
#   array: at most 24 MB of heap
#   Set: more than 36 MB of heap
#   Map: more than 36 MB of heap
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >peak.mjs <<'JS'
import { getHeapStatistics } from 'node:v8'

const lists = {
  array: () => {
    const items = []
    return { add: (item) => items.push(item), removeFirst: () => items.shift() }
  },
  Set: () => {
    const items = new Set()
    return { add: (item) => items.add(item), removeFirst: () => items.delete(items.values().next().value) }
  },
  Map: () => {
    const items = new Map()
    return { add: (item) => items.set(item, true), removeFirst: () => items.delete(items.keys().next().value) }
  },
}
const { add, removeFirst } = lists[process.argv[2]]()
for (let n = 0; n < 8; n++) add({ data: [] })
// As in a service that has run for some time, the list is an old object.
globalThis.gc()
let peak = 0
for (let n = 0; n < 200_000; n++) {
  add({ data: new Array(100).fill(n) })
  removeFirst()
  if (n % 1000 === 0) peak = Math.max(peak, getHeapStatistics().used_heap_size)
}
const size = peak > 36e6 ? 'more than 36 MB' : peak <= 24e6 ? 'at most 24 MB' : `${Math.round(peak / 1e6)} MB`
console.log(`${process.argv[2]}: ${size} of heap`)
JS
seen=$(for list in array Set Map; do ./node_modules/.bin/node --expose-gc --max-semi-space-size=16 peak.mjs "$list"; done)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
