#!/usr/bin/env bash
# papaparse 5.7.1 with its default options, seen on 2026-12-01.
#
# The line break at the end of a file decides which delimiter papaparse finds. It counts as a row of one field, so that a file of two columns
# has less than two fields per row on average (the limit is 1.99), and the right delimiter is ruled out. A comma is taken instead. Only ten
# rows are looked at, so this happens in files of a header and at most eight rows, with semicolons, tabs and bars. If every row has decimal
# commas, these separate the columns, and without `header`, `errors` is empty. `skipEmptyLines: true` prevents all of this.
# `delimitersToGuess` doesn't, even if the semicolon is first in it.
#
# Why it matters: in half of the world, spreadsheets write semicolons and decimal commas, and nearly all programs end a file with a line
# break. Tests are often texts without one, and larger files are read correctly. The price in "Tea;1,50" is in the name, and a second column
# says 50.
#
# Output:
#   without the last line break, errors 0: [["lat","lon"],["48,1","11,5"],["52,5","13,4"]]
#   with the last line break, errors 0: [["lat;lon"],["48","1;11","5"],["52","5;13","4"],[""]]
#   with skipEmptyLines, errors 0: [["lat","lon"],["48,1","11,5"],["52,5","13,4"]]
#   names and prices, errors 1: [["name;price"],["Tea;1","50"],[""]]
#   names and prices, only semicolon and comma to guess, errors 1: [["name;price"],["Tea;1","50"],[""]]
#   rows read with a comma: ";" 1 to 8, "\t" 1 to 8, "|" 1 to 8
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund papaparse@5.7.1 >/dev/null
cat >check.mjs <<'JS'
import Papa from 'papaparse'

const show = (name, text, options) => {
  const { data, errors } = Papa.parse(text, options)
  console.log(`${name}, errors ${errors.length}: ${JSON.stringify(data)}`)
}
const places = 'lat;lon\n48,1;11,5\n52,5;13,4'
show('without the last line break', places)
show('with the last line break', `${places}\n`)
show('with skipEmptyLines', `${places}\n`, { skipEmptyLines: true })
const prices = 'name;price\nTea;1,50\n'
show('names and prices', prices)
show('names and prices, only semicolon and comma to guess', prices, { delimitersToGuess: [';', ','] })

/** Returns the numbers of rows with which a file of two columns, with a last line break, is read with a comma. */
function wrong(delimiter) {
  const counts = Array.from({ length: 30 }, (_, at) => at + 1).filter((count) => {
    const rows = Array.from({ length: count }, (_, at) => `item ${at}${delimiter}${at},50\n`)
    return Papa.parse(`name${delimiter}price\n${rows.join('')}`).meta.delimiter === ','
  })
  return `${counts[0]} to ${counts.at(-1)}`
}
console.log(`rows read with a comma: ${[';', '\t', '|'].map((one) => `${JSON.stringify(one)} ${wrong(one)}`).join(', ')}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
