#!/usr/bin/env bash
# turndown 7.2.5 with its default rules, seen on 2026-11-29.
#
# Elements without a rule keep their text without their meaning, which changes figures instead of merely losing formatting: a power and a
# note's number become digits of the number before them, a fraction in MathML becomes an integer, a deleted price and the new one are
# joined, and the items of a list are counted from one again although the page numbers them with `value` or `reversed`.
#
# Why it matters: the result is fluent and wrong, so neither a reader nor a model notices. In a contract, the number of a clause is what
# others refer to. Each of these elements needs a rule.
#
# Output:
#   "10<sup>6</sup> cells": "106 cells"
#   "costs 40<sup>1</sup>": "costs 401"
#   "<del>95</del><ins>80</ins> EUR": "9580 EUR"
#   "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cup": "12 cup"
#   "<ol><li>Scope</li><li value=\"7\">Liability</li></ol>": "1.  Scope\n2.  Liability"
#   "<ol reversed><li>third</li><li>second</li></ol>": "1.  third\n2.  second"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund turndown@7.2.5 >/dev/null
cat >check.mjs <<'JS'
import Turndown from 'turndown'
const converter = new Turndown()
const pages = [
  '10<sup>6</sup> cells',
  'costs 40<sup>1</sup>',
  '<del>95</del><ins>80</ins> EUR',
  '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> cup',
  '<ol><li>Scope</li><li value="7">Liability</li></ol>',
  '<ol reversed><li>third</li><li>second</li></ol>',
]
for (const html of pages) console.log(`${JSON.stringify(html)}: ${JSON.stringify(converter.turndown(html))}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
