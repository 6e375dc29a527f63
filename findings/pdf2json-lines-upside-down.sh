#!/usr/bin/env bash
# pdf2json 4.1.0 (4.0.3 does the same) with a file that pdf-lib 1.17.1 writes, the same file read with pdf2json 4.0.2 and unpdf 1.7.0 for
# comparison, seen on 2026-12-01.
#
# `getRawTextContent` returns the lines of each page from the bottom to the top. Since 4.0.3, the pieces of text are sorted by position,
# "top-to-bottom" according to a comment in the code, but by the coordinates of the PDF, which grow upwards. The pages are in the right order,
# and so are the words of a line. It was so in each of 58 files of several programs (LibreOffice, Chromium, WeasyPrint, Typst). The JSON of the same
# call has the lines in the right order. The README speaks only of "all textual content".
#
# In addition, the sorting joins the lines of two columns next to each other, which 4.0.2 and unpdf read one after the other.
#
# Why it matters: no word is missing, so that counts, searches and tests for certain words pass, and the update that brings it is a patch release.
# Each heading then comes after the text of its section, and chunks that start at headings hold the wrong text. Read `Texts` of the JSON instead.
#
# Output:
#   unpdf: Fees / Tea is 5. / Terms / Pay by May. / left 1 / left 2 / right 1 / right 2 / next page
#   4.0.2: Fees / Tea is 5. / Terms / Pay by May. / left 1 / left 2 / right 1 / right 2 / next page
#   4.1.0: left 2 right 2 / left 1 right 1 / Pay by May. / Terms / Tea is 5. / Fees / next page
#   4.1.0, JSON: Fees / Tea is 5. / Terms / Pay by May. / left 1 / left 2 / right 1 / right 2 / next page
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pdf2json@4.1.0 before@npm:pdf2json@4.0.2 pdf-lib@1.17.1 unpdf@1.7.0 >/dev/null
cat >check.mjs <<'JS'
import { writeFile } from 'node:fs/promises'
import Before from 'before'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import Now from 'pdf2json'
import { extractText } from 'unpdf'

const pages = [
  [['Fees', 50, 350], ['Tea is 5.', 50, 330], ['Terms', 50, 300], ['Pay by May.', 50, 280],
    ['left 1', 50, 240], ['left 2', 50, 220], ['right 1', 300, 240], ['right 2', 300, 220]],
  [['next page', 50, 350]],
]
const pdf = await PDFDocument.create()
const font = await pdf.embedFont(StandardFonts.Helvetica)
for (const lines of pages) {
  const page = pdf.addPage([600, 400])
  for (const [text, x, y] of lines) page.drawText(text, { x, y, size: 12, font })
}
await writeFile('file.pdf', await pdf.save())

const read = (Parser) =>
  new Promise((resolve, reject) => {
    const parser = new Parser(null, true)
    parser.on('pdfParser_dataError', reject)
    parser.on('pdfParser_dataReady', (json) => resolve({ json, text: parser.getRawTextContent() }))
    parser.loadPDF('file.pdf', 0)
  })
const lines = (text) => text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('---')).map((line) => line.replace(/ +/g, ' ')).join(' / ')
const now = await read(Now)
const { text } = await extractText(await pdf.save(), { mergePages: true })
console.log(`unpdf: ${lines(text)}`)
console.log(`4.0.2: ${lines((await read(Before)).text)}`)
console.log(`4.1.0: ${lines(now.text)}`)
console.log(`4.1.0, JSON: ${now.json.Pages.flatMap(({ Texts }) => Texts.map(({ R }) => decodeURIComponent(R[0].T))).join(' / ')}`)
JS
seen=$(node check.mjs | grep -v '^Warning: ')
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
