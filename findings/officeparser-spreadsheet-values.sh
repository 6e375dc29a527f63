#!/usr/bin/env bash
# officeparser 7.8.0 with a workbook that exceljs 4.4.0 writes, seen on 2026-11-29.
#
# Spreadsheet cells come out as they are stored, not as anybody sees them: a date is the number of days since 1900, a time is a fraction of
# a day, TRUE is 1, and a percentage is a fraction. This holds for the plain text and for the markdown, HTML and CSV exports, although the
# number formats are in the file. Rows of a hidden sheet are mixed in with the others without a sign.
#
# Why it matters: a model that reads "46090" in a column named "Due" has no way to know that it is 9 March 2026, and in a workbook that
# counts from 1904 it would be another day. Libraries that apply the cell's number format return the text that a person sees.
#
# Output:
#   a person sees: Due 2026-03-09, At 18:00, Share 12.5%, Paid TRUE
#   text: Due At Share Paid 46090 0.75 0.125 1 hidden
#   markdown: | Due | At | Share | Paid | | --- | --- | --- | --- | | 46090 | 0.75 | 0.125 | 1 | --- | hidden | | --- |
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund officeparser@7.8.0 exceljs@4.4.0 @e965/xlsx@0.20.3 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import xlsx from '@e965/xlsx'
import ExcelJS from 'exceljs'
import { parseOffice } from 'officeparser'

const workbook = new ExcelJS.Workbook()
const sheet = workbook.addWorksheet('Orders')
sheet.addRow(['Due', 'At', 'Share', 'Paid'])
const row = sheet.addRow([new Date(Date.UTC(2026, 2, 9)), 0.75, 0.125, true])
for (const [at, format] of ['yyyy-mm-dd', 'hh:mm', '0.0%'].entries()) row.getCell(at + 1).numFmt = format
workbook.addWorksheet('Old', { state: 'hidden' }).addRow(['hidden'])
await workbook.xlsx.writeFile('orders.xlsx')

const oneLine = (text) => text.replace(/^---\n[^]*?\n---\n/, '').replace(/\s+/g, ' ').trim()
const shown = xlsx.read(readFileSync('orders.xlsx')).Sheets.Orders
const [head, values] = xlsx.utils.sheet_to_json(shown, { header: 1, raw: false })
console.log(`a person sees: ${head.map((name, at) => `${name} ${values[at]}`).join(', ')}`)
const parsed = await parseOffice('orders.xlsx')
console.log(`text: ${oneLine(parsed.toText())}`)
console.log(`markdown: ${oneLine((await parsed.to('md')).value).replace(/^--- /, '')}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
