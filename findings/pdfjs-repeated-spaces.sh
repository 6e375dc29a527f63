#!/usr/bin/env bash
# pdfjs-dist 6.5.438 (legacy build, on Node 24.21.0), pdfkit 0.20.2, seen on 2026-11-30.
#
# `getTextContent` doesn't return the spaces that a PDF contains, even where they are characters of one string that the font draws. It
# leaves out spaces at the start of a string, so that only the item's x shows that a line is indented. Several spaces become one. If they
# are wide, as in Courier, they become an item of one space, whose width is that of all of them. If they are narrow, as in Helvetica, they
# become one space within the text of a longer item, and only that item's width still counts all of them. `disableNormalization` and
# `includeMarkedContent` change none of this.
#
# Why it matters: joining `str` joins the columns of text that is aligned with spaces, and the indentation of code is lost. In a heading
# with spaces between its letters, two spaces separate words and one space separates letters. Its words can then no longer be told apart
# in Helvetica, where this is the whole difference. The positions of glyphs would show it, but `getTextContent` doesn't have them.
#
# Output: each string as it is in the PDF, and for each item its text and width in spaces of the font.
#   Courier "    return x": "return x" 8, at 4
#   Courier "item  qty": "item" 4, " " 2, "qty" 3
#   Helvetica "T O P  T E N": "T O P T E N", and the item is one space wider than that text: yes
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset NODE_OPTIONS
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 pdfjs-dist@6.5.438 pdfkit@0.20.2 >/dev/null
cat >spaces.mjs <<'JS'
import PDFDocument from 'pdfkit'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text items of a page with one string, and its left edge and its width according to pdfkit. */
async function itemsOf(font, text) {
  const document = new PDFDocument()
  const chunks = []
  document.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  document.font(font).fontSize(10).text(text, 60, 60, { lineBreak: false })
  const [width, space] = [document.widthOfString(text), document.widthOfString(' ')]
  document.end()
  await ended
  const pdf = await getDocument({ data: new Uint8Array(Buffer.concat(chunks)), verbosity: 0 }).promise
  const seen = new Set()
  let items = []
  for (const options of [{}, { disableNormalization: true }, { includeMarkedContent: true }]) {
    const content = await (await pdf.getPage(1)).getTextContent(options)
    items = content.items.filter(({ str }) => str)
    seen.add(JSON.stringify(items.map(({ str, width }) => [str, width])))
  }
  if (seen.size > 1) throw new Error('The options matter')
  return { items, width, space }
}

const code = await itemsOf('Courier', '    return x')
const at = ({ transform }) => Math.round((transform[4] - 60) / code.space)
const inSpaces = ({ str, width }, space) => `${JSON.stringify(str)} ${Math.round(width / space)}`
console.log(`Courier "    return x": ${code.items.map((item) => `${inSpaces(item, code.space)}, at ${at(item)}`)}`)
const row = await itemsOf('Courier', 'item  qty')
console.log(`Courier "item  qty": ${row.items.map((item) => inSpaces(item, row.space)).join(', ')}`)
const heading = await itemsOf('Helvetica', 'T O P  T E N')
const [item] = heading.items
const shown = await itemsOf('Helvetica', item.str)
const isShorter = Math.abs(item.width - shown.width - heading.space) < 0.5
console.log(`Helvetica "T O P  T E N": ${heading.items.map(({ str }) => JSON.stringify(str))}, and the item is one space wider than that text: ${isShorter ? 'yes' : 'no'}`)
JS
seen=$(./node_modules/.bin/node spaces.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
