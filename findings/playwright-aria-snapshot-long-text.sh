#!/usr/bin/env bash
# playwright-core 1.65.1 with Chromium 147 (@sparticuz/chromium 147.0.0), seen on 2026-11-30.
#
# `ariaSnapshot` leaves out the whole text of a table cell, heading, link or button that has more than 900 characters. Such elements are named
# by their text. A child text that equals the name is removed as a repetition, and then the name is left out because it is too long for a key
# in YAML. An empty "cell" remains, without a sign that there was a text. The mode "ai", which agents use, does the same. A paragraph or a list
# item has no name, so that its text stays. `ariaSnapshotJSON` keeps the text.
#
# Why it matters: agents read pages as these snapshots. Tables of terms, changelogs and questions with answers often have a paragraph in a
# cell, and news sites wrap a whole teaser in a link. The model sees an empty cell, and says that the page gives no answer. Bold words in the
# cell don't help, but a <p> in it does.
#
# Output: whether the snapshot has the text.
#   table cell: 900 characters yes, 901 no, 901 in mode "ai" no, 901 as JSON yes
#   table cell with a bold word: 900 characters yes, 901 no, 901 in mode "ai" no, 901 as JSON yes
#   table cell with a paragraph: 900 characters yes, 901 yes, 901 in mode "ai" yes, 901 as JSON yes
#   heading: 900 characters yes, 901 no, 901 in mode "ai" no, 901 as JSON yes
#   link: 900 characters yes, 901 no, 901 in mode "ai" no, 901 as JSON yes
#   paragraph: 900 characters yes, 901 yes, 901 in mode "ai" yes, 901 as JSON yes
#   the row of the long cell: row: | cell "Returns" | cell
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @sparticuz/chromium@147.0.0 playwright-core@1.65.1 >/dev/null
cat >snapshot.mjs <<'JS'
import sparticuz from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

const elements = {
  'table cell': (text) => `<table><tr><td>Returns</td><td>${text}</td></tr></table>`,
  'table cell with a bold word': (text) => `<table><tr><td>Returns</td><td>${text.replace('word', '<b>word</b>')}</td></tr></table>`,
  'table cell with a paragraph': (text) => `<table><tr><td>Returns</td><td><p>${text}</p></td></tr></table>`,
  heading: (text) => `<h2>${text}</h2>`,
  link: (text) => `<a href="/more">${text}</a>`,
  paragraph: (text) => `<p>${text}</p>`,
}
const textOf = (length) => `${'word '.repeat(200).slice(0, length - 4)}.END`
const yes = (snapshot) => (snapshot.includes('END') ? 'yes' : 'no')

const args = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--disable-dev-shm-usage']
const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args })
const page = await browser.newPage()
const body = page.locator('body')
for (const [name, element] of Object.entries(elements)) {
  await page.setContent(element(textOf(900)))
  const short = yes(await body.ariaSnapshot())
  await page.setContent(element(textOf(901)))
  const long = [await body.ariaSnapshot(), await page.ariaSnapshot({ mode: 'ai' }), JSON.stringify(await body.ariaSnapshotJSON())].map(yes)
  console.log(`${name}: 900 characters ${short}, 901 ${long[0]}, 901 in mode "ai" ${long[1]}, 901 as JSON ${long[2]}`)
}
await page.setContent(elements['table cell'](textOf(901)))
const lines = (await body.ariaSnapshot()).split('\n').slice(-3)
console.log(`the row of the long cell: ${lines.map((line) => line.replace(/^\s*- /, '')).join(' | ')}`)
await browser.close()
JS
seen=$(timeout 100 node snapshot.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
