#!/usr/bin/env bash
# officeparser 7.8.0 with a DOCX file that docx 9.15.2 writes (also read with mammoth 1.13.0), and two RTF files, seen on 2026-11-30.
#
# officeparser leaves out what separates words and figures in Word documents. In DOCX, tabs and non-breaking hyphens are missing from the
# text, the markdown, the HTML and the nodes, and no option brings them back. (`includeBreakNodes`, for the line breaks that are missing
# as well, doesn't.) In RTF, which Word writes too, the control words for dashes are missing, a non-breaking space is "~", and a
# non-breaking hyphen is "_". A table that comes before the first footnote of an RTF file moves into that footnote.
#
# Why it matters: people write small tables with tabs, and ranges of figures with dashes and non-breaking hyphens. A quantity of 3 and a price
# of 120 become 3120, and pages 10-20 become page 1020, an ordinary number, without a warning.
#
# Output:
#   mammoth, DOCX: "Qty 3\t120" | "2020‑2021"
#   officeparser, DOCX: "Qty 3120" | "20202021"
#   officeparser, DOCX as markdown: "Qty 3120" | "20202021"
#   officeparser, RTF "pages 10\endash 20, 5\~km, 2020\_2021": "pages 1020, 5~km, 2020_2021"
#   officeparser, RTF with a table before a footnote, as markdown: "Before" | "After[^1]" | "[^1]: | Tea | 5 |" | "| --- | --- |" | "The note."
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund officeparser@7.8.0 docx@9.15.2 mammoth@1.13.0 >/dev/null
cat >check.mjs <<'JS'
import { Document, NoBreakHyphen, Packer, Paragraph, Tab, TextRun } from 'docx'
import mammoth from 'mammoth'
import { parseOffice } from 'officeparser'

const paragraph = (...children) => new Paragraph({ children: [new TextRun({ children })] })
const children = [paragraph('Qty 3', new Tab(), '120'), paragraph('2020', new NoBreakHyphen(), '2021')]
const docx = await Packer.toBuffer(new Document({ sections: [{ children }] }))
const rtf = (body) => Buffer.from(`{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\pard ${body}\\par}`)

const lines = (text) => {
  const found = text.replace(/^---\n[^]*?\n---\n/, '').split('\n').map((line) => line.trim()).filter(Boolean)
  return found.map((line) => JSON.stringify(line)).join(' | ')
}
const markdown = async (file) => lines((await (await parseOffice(file)).to('md')).value)

console.log(`mammoth, DOCX: ${lines((await mammoth.extractRawText({ buffer: docx })).value)}`)
const parsed = new Set()
for (const includeBreakNodes of [false, true]) parsed.add(lines((await parseOffice(docx, { includeBreakNodes })).toText()))
for (const text of parsed) console.log(`officeparser, DOCX: ${text}`)
console.log(`officeparser, DOCX as markdown: ${await markdown(docx)}`)

const pages = 'pages 10\\endash 20, 5\\~km, 2020\\_2021'
console.log(`officeparser, RTF "${pages}": ${await markdown(rtf(pages))}`)
const row = '\\trowd\\cellx2000\\cellx4000\\pard\\intbl Tea\\cell\\pard\\intbl 5\\cell\\row'
const note = '{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} The note.}'
console.log(`officeparser, RTF with a table before a footnote, as markdown: ${await markdown(rtf(`Before\\par ${row}\\pard After${note}`))}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
