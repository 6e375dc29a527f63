#!/usr/bin/env bash
# rehype-remark 10.0.1 with rehype-parse 9.0.1, remark-gfm 4.0.1 and remark-stringify 11.0.0, and node-html-markdown 2.0.0, with tables that
# mammoth 1.13.0 makes of a DOCX file of docx 9.15.2, their markdown read with micromark 4.0.3 and micromark-extension-gfm 3.0.0, seen on
# 2026-11-30.
#
# A table cell with two paragraphs becomes one word in both converters: 5 and 12 become 512. mammoth writes a paragraph for each line of a
# cell, so every cell of a DOCX file with two paragraphs ends like this. A line break in the cell is a space with rehype-remark, and nothing
# with node-html-markdown. A list in a cell is joined by node-html-markdown. rehype-remark writes it as a list, with its line breaks, so
# that the markdown table ends in the middle of the row: the remaining cells and all following rows are read as text of the list.
#
# Why it matters: the pipe tables look right, and a figure that is too large by a factor of a hundred is only a figure. Markdown cells can't
# contain blocks, so cells have to be flattened, with separators, before these converters see them.
#
# Output:
#   mammoth: <table><tr><td><p>Tea</p></td><td><p>5</p><p>12</p></td></tr></table>
#   rehype-remark, paragraphs: Tea | 512
#   rehype-remark, line break: Tea | 5 12
#   rehype-remark, list: Tea | * 5 // list: 12 | | Milk | 7 |
#   node-html-markdown, paragraphs: Tea | 512
#   node-html-markdown, line break: Tea | 512
#   node-html-markdown, list: Tea | 512 // Milk | 7
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund unified@11.0.5 rehype-parse@9.0.1 rehype-remark@10.0.1 remark-gfm@4.0.1 remark-stringify@11.0.0 \
  node-html-markdown@2.0.0 mammoth@1.13.0 docx@9.15.2 micromark@4.0.3 hast-util-to-mdast@10.1.3 mdast-util-gfm-table@2.0.1 micromark-extension-gfm@3.0.0 >/dev/null
cat >check.mjs <<'JS'
import { Document, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import mammoth from 'mammoth'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const cell = (...texts) => new TableCell({ children: texts.map((text) => new Paragraph(text)) })
const table = new Table({ rows: [new TableRow({ children: [cell('Tea'), cell('5', '12')] })] })
const buffer = await Packer.toBuffer(new Document({ sections: [{ children: [table] }] }))
const { value: paragraphs } = await mammoth.convertToHtml({ buffer })
console.log(`mammoth: ${paragraphs}`)

const tables = {
  paragraphs,
  'line break': '<table><tr><td>Tea</td><td>5<br>12</td></tr></table>',
  list: '<table><tr><td>Tea</td><td><ul><li>5</li><li>12</li></ul></td></tr><tr><td>Milk</td><td>7</td></tr></table>',
}
const processor = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkGfm).use(remarkStringify)
const converters = {
  'rehype-remark': (html) => String(processor.processSync(html)),
  'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
}
/** Returns what a reader of the markdown sees: each row with its cells, and each list. */
function seenIn(markdown) {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  const text = (part) => part.replace(/<[^>]*>/g, '').trim()
  const parts = html.match(/<tr>[^]*?<\/tr>|<li>[^]*?<\/li>/g).map((part) => {
    if (part.startsWith('<li>')) return `list: ${text(part).replace(/\s+/g, ' ')}`
    return part.split(/<\/t[hd]>/).map(text).filter(Boolean).join(' | ')
  })
  return parts.filter(Boolean).join(' // ')
}
for (const [name, convert] of Object.entries(converters)) {
  for (const [what, html] of Object.entries(tables)) console.log(`${name}, ${what}: ${seenIn(convert(html))}`)
}
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
