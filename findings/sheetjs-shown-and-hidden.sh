#!/usr/bin/env bash
# @e965/xlsx 0.20.3 (SheetJS), seen on 2026-11-29.
#
# The text that SheetJS makes of a workbook isn't the text that its reader sees. Rows, columns and sheets that the author has hidden are
# included, because `sheet_to_csv` leaves them out only with `skipHidden`, which knows rows and columns but not sheets. The words of a text
# box are in neither the text nor the parsed workbook of an XLSX file, and nothing says so. Those of an XLS file are in a field `!objects`
# that the types lack.
#
# Why it matters: a program that gives this text to a model passes on what an author has hidden, and leaves out the notes next to the table.
# Hidden sheets must be skipped by their `Hidden` field, and text boxes must be read from the file.
#
# Output:
#   sheets: Shown,Back
#   CSV of all sheets: ["price","hidden row","hidden sheet"]
#   with skipHidden: ["price","hidden sheet"]
#   the text box in the parsed workbook: false
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @e965/xlsx@0.20.3 fflate@0.8.3 >/dev/null
cat >check.mjs <<'JS'
import { read, utils, write } from '@e965/xlsx'
import { strToU8, unzipSync, zipSync } from 'fflate'

const book = utils.book_new()
const shown = utils.aoa_to_sheet([['price'], ['hidden row']])
shown['!rows'] = [{}, { hidden: true }]
utils.book_append_sheet(book, shown, 'Shown')
utils.book_append_sheet(book, utils.aoa_to_sheet([['hidden sheet']]), 'Back')
book.Workbook = { Sheets: [{}, { Hidden: 1 }] }
const files = unzipSync(new Uint8Array(write(book, { bookType: 'xlsx', type: 'array', cellStyles: true })))

// A text box, as Excel writes it.
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const path = 'xl/worksheets/sheet1.xml'
const sheet = new TextDecoder().decode(files[path]).replace('</worksheet>', '<drawing r:id="rId1"/></worksheet>')
files[path] = strToU8(sheet)
files['xl/worksheets/_rels/sheet1.xml.rels'] = strToU8(
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/drawing" Target="../drawings/drawing1.xml"/></Relationships>`,
)
const place = (at) => `<xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff>`
files['xl/drawings/drawing1.xml'] = strToU8(
  `<xdr:wsDr xmlns:xdr="${drawing}/spreadsheetDrawing" xmlns:a="${drawing}/main"><xdr:twoCellAnchor><xdr:from>${place(3)}</xdr:from><xdr:to>${place(6)}</xdr:to>` +
    '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>' +
    '<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>Read me first</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>',
)
const types = new TextDecoder().decode(files['[Content_Types].xml'])
files['[Content_Types].xml'] = strToU8(
  types.replace('</Types>', '<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/></Types>'),
)

const again = read(zipSync(files), { type: 'array', cellStyles: true })
const csv = (options) => again.SheetNames.flatMap((name) => utils.sheet_to_csv(again.Sheets[name], options).split('\n').filter(Boolean))
console.log(`sheets: ${again.SheetNames}`)
console.log(`CSV of all sheets: ${JSON.stringify(csv({}))}`)
console.log(`with skipHidden: ${JSON.stringify(csv({ skipHidden: true }))}`)
console.log(`the text box in the parsed workbook: ${JSON.stringify(again).includes('Read me first')}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
