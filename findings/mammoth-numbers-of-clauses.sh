#!/usr/bin/env bash
# mammoth 1.13.0 with a DOCX file that docx 9.15.2 writes, the same file read with officeparser 7.8.0 for comparison, seen on 2026-11-30.
#
# mammoth makes lists of numbered paragraphs, but doesn't count as Word does. A list that a paragraph interrupts, such as the text of a clause,
# starts from 1 again, although the clauses are one list in the file. A list that starts at 5, or has letters, starts from 1 as well: `<ol>`
# has neither `start` nor `type`. The number of a numbered heading is left out. `messages` is empty for all of this.
#
# In addition, the result of a simple field (`w:fldSimple`: a caption's number, a reference, a property) is left out, with a message.
#
# Why it matters: contracts number their clauses in this way, so each clause that has a text becomes number 1. The references in the text
# ("clause 3") are ordinary text, keep their numbers, and now mean other clauses, or none. The numbers have to be counted with numbering.xml.
#
# Output:
#   mammoth: <ol><li>Scope</li><li>Fees</li></ol><p>The fee is 9.</p><ol><li>Term</li></ol><p>See 3 and (b).</p><ol><li>Fifth</li></ol>
#   mammoth: <p>-</p><ol><li>first</li><li>second</li></ol><h1>Liability</h1><p>Table  shows it.</p>
#   messages: ["An unrecognised element was ignored: w:fldSimple"]
#   officeparser: 1. Scope, 2. Fees, 3. Term, 5. Fifth, Table 7 shows it.
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mammoth@1.13.0 docx@9.15.2 officeparser@7.8.0 >/dev/null
cat >check.mjs <<'JS'
import { Document, HeadingLevel, Packer, Paragraph, SimpleField, TextRun } from 'docx'
import mammoth from 'mammoth'
import { parseOffice } from 'officeparser'

const list = (reference, format, text, start = 1) => ({ reference, levels: [{ level: 0, format, text, start }] })
const item = (reference, text, heading) => new Paragraph({ text, heading, numbering: { reference, level: 0 } })
const children = [
  item('clauses', 'Scope'),
  item('clauses', 'Fees'),
  new Paragraph('The fee is 9.'),
  item('clauses', 'Term'),
  new Paragraph('See 3 and (b).'),
  item('from five', 'Fifth'),
  new Paragraph('-'),
  item('letters', 'first'),
  item('letters', 'second'),
  item('headings', 'Liability', HeadingLevel.HEADING_1),
  new Paragraph({ children: [new TextRun('Table '), new SimpleField('SEQ Table', '7'), new TextRun(' shows it.')] }),
]
const config = [
  list('clauses', 'decimal', '%1.'),
  list('from five', 'decimal', '%1.', 5),
  list('letters', 'lowerLetter', '(%1)'),
  list('headings', 'decimal', 'Article %1'),
]
const file = await Packer.toBuffer(new Document({ numbering: { config }, sections: [{ children }] }))
const { value, messages } = await mammoth.convertToHtml({ buffer: file })
const at = value.indexOf('<p>-</p>')
for (const part of [value.slice(0, at), value.slice(at)]) console.log(`mammoth: ${part}`)
console.log(`messages: ${JSON.stringify(messages.map(({ message }) => message))}`)
const { value: markdown } = await (await parseOffice(file)).to('md')
console.log(`officeparser: ${markdown.match(/^(\d+\. (?:Scope|Fees|Term|Fifth)|Table .*)$/gm).join(', ')}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
