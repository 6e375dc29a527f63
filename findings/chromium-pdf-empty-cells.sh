#!/usr/bin/env bash
# Chromium 147 (@sparticuz/chromium 147.0.0, driven with puppeteer-core 24.43.1), its PDF read with pdf-lib 1.17.1 and pdfjs-dist 5.6.205,
# seen on 2026-11-29.
#
# A tagged PDF that Chromium prints has no TD for an empty table cell unless the cell paints something, such as a border or a background.
# The row then has fewer cells than the table has columns, without a span that says so, and its other cells move to the left: here, Ada's
# figure for Wednesday is the third cell, under Tuesday. A border for the same table brings the cells back. pdf-lib counts the TD elements
# in the file itself, so that the loss isn't pdf.js's.
#
# In addition, pdf.js's getStructTree leaves out ColSpan and RowSpan, which are in the file, so that the cells after a merged cell also
# move.
#
# Why it matters: tagged PDFs are taken for the reliable source of tables. A program that reads rows by the order of their cells assigns
# figures to the wrong columns. Compare the cells' positions on the page with those of complete rows.
#
# Output:
#   without borders, 5 TD in the file: Name Mon Tue Wed | Ada 1 3 | Bob 2
#   with borders, 8 TD in the file: Name Mon Tue Wed | Ada 1 - 3 | Bob - 2 -
#   merged cells, 3 TD and 1 ColSpan in the file: Name Mon Tue Wed | both 5 6 | keys of a cell: children,role
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund \
  @sparticuz/chromium@147.0.0 puppeteer-core@24.43.1 pdf-lib@1.17.1 pdfjs-dist@5.6.205 >/dev/null
cat >print.mjs <<'JS'
import chromium from '@sparticuz/chromium'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import puppeteer from 'puppeteer-core'

const head = '<tr><th>Name</th><th>Mon</th><th>Tue</th><th>Wed</th></tr>'
const gaps = '<tr><td>Ada</td><td>1</td><td></td><td>3</td></tr><tr><td>Bob</td><td></td><td>2</td><td></td></tr>'
const merged = '<tr><td colspan="2">both</td><td>5</td><td>6</td></tr>'

const browser = await puppeteer.launch({
  executablePath: await chromium.executablePath(),
  args: [...chromium.args, '--no-sandbox'],
  headless: 'shell',
})

async function print(table) {
  const page = await browser.newPage()
  await page.setContent(`<html lang="en"><title>Table</title>${table}`)
  const data = await page.pdf({ tagged: true })
  await page.close()
  const file = await PDFDocument.load(data)
  const dictionaries = file.context.enumerateIndirectObjects().map(([, object]) => object).filter((object) => object instanceof PDFDict)
  const cells = dictionaries.filter((object) => object.get(PDFName.of('S')) === PDFName.of('TD'))
  const spans = dictionaries.filter((object) => /\/ColSpan 2/.test(object.toString()))
  return { cells: cells.length, spans: spans.length, ...(await read(data)) }
}

async function read(data) {
  const page = await (await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise).getPage(1)
  const texts = new Map()
  let id
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if (item.type?.startsWith('begin')) id = item.id
    else if (item.str) texts.set(id, (texts.get(id) ?? '') + item.str)
  }
  const textOf = (node) =>
    node.type === 'content' ? (texts.get(node.id) ?? '') : (node.children ?? []).map(textOf).join('')
  const rowsOf = (node) => (node.role === 'TR' ? [node.children] : (node.children ?? []).flatMap(rowsOf))
  const rows = rowsOf(await page.getStructTree())
  return {
    rows: rows.map((row) => row.map((cell) => textOf(cell).trim() || '-').join(' ')).join(' | '),
    keys: Object.keys(rows[1][0]).sort(),
  }
}

const plain = await print(`<table>${head}${gaps}</table>`)
console.log(`without borders, ${plain.cells} TD in the file: ${plain.rows}`)
const bordered = await print(`<table border="1">${head}${gaps}</table>`)
console.log(`with borders, ${bordered.cells} TD in the file: ${bordered.rows}`)
const spanned = await print(`<table border="1">${head}${merged}</table>`)
const counts = `${spanned.cells} TD and ${spanned.spans} ColSpan in the file`
console.log(`merged cells, ${counts}: ${spanned.rows} | keys of a cell: ${spanned.keys}`)
await browser.close()
JS
seen=$(timeout 120 node print.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
