#!/usr/bin/env bash
# A page that html-minifier-terser 7.2.0 and @minify-html/node 0.18.1 write, read with htmlparser2 12.0.0, linkedom 0.18.15, happy-dom 21.0.4
# and html-to-text 10.0.1, and with jsdom 29.1.1 for comparison, seen on 2026-11-30.
#
# HTML minifiers leave out end tags that HTML declares optional (`</p>`, `</td>`, `</li>`), minify-html by default. In the standard, the next
# `<td>` or `<li>` closes the cell or item with the paragraph that is open in it. htmlparser2 looks only at the innermost open element: it
# closes `<td>` at `<td>`, but not `<td><p>`, so that each cell or item becomes a child of the one before it. linkedom and happy-dom,
# which are used like browsers, do the same, and html-to-text is based on htmlparser2.
#
# Why it matters: the page is valid, and no text is missing. But a table of two rows has one, whose only cell is "Tea120Cup34", and a list of
# three items has one. A test with `<td>Tea<td>1` passes, because there the cell is the innermost element.
#
# Output:
#   both minifiers: <table><tr><td><p>Tea<td><p>1<td><p>20<tr><td>Cup<td>3<td>4</table><ol><li><p>One<li><p>Two<li>Three</ol>
#   jsdom: rows Tea 1 20 | Cup 3 4; items One | Two | Three
#   htmlparser2: rows Tea120Cup34; items OneTwoThree
#   linkedom: rows Tea120Cup34; items OneTwoThree
#   happy-dom: rows Tea120Cup34; items OneTwoThree
#   html-to-text, table as dataTable: Tea / 1 / 20Cup34 / 1. One / TwoThree
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset NODE_OPTIONS
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 html-minifier-terser@7.2.0 @minify-html/node@0.18.1 htmlparser2@12.0.0 css-select@7.0.0 \
  linkedom@0.18.15 happy-dom@21.0.4 html-to-text@10.0.1 jsdom@29.1.1 >/dev/null
cat >check.mjs <<'JS'
import minifyHtml from '@minify-html/node'
import { selectAll } from 'css-select'
import { Window } from 'happy-dom'
import { minify } from 'html-minifier-terser'
import { convert } from 'html-to-text'
import { DomUtils, parseDocument } from 'htmlparser2'
import { JSDOM } from 'jsdom'
import { parseHTML } from 'linkedom'

const row = (...cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = `<table>${row('<p>Tea</p>', '<p>1</p>', '<p>20</p>')}${row('Cup', '3', '4')}</table>`
const page = `<!doctype html><html><head><title>T</title></head><body>${table}<ol><li><p>One</p></li><li><p>Two</p></li><li>Three</li></ol></body></html>`
const html = await minify(page, { removeOptionalTags: true })
const bodyOf = (text) => text.slice(text.indexOf('<table'))
const isSame = bodyOf(html) === bodyOf(minifyHtml.minify(Buffer.from(page), {}).toString())
console.log(`${isSame ? 'both minifiers' : 'html-minifier-terser'}: ${bodyOf(html)}`)

/** Prints the rows of the table, with their cells, and the items of the list. */
function print(name, select, childrenOf, textOf) {
  const rows = select('table > tr, table > tbody > tr').map((found) => childrenOf(found).map(textOf).join(' '))
  console.log(`${name}: rows ${rows.join(' | ')}; items ${select('ol > li').map(textOf).join(' | ')}`)
}
const printDom = (name, document) =>
  print(name, (selector) => [...document.querySelectorAll(selector)], (node) => [...node.children], (node) => node.textContent)
printDom('jsdom', new JSDOM(html).window.document)
const parsed = parseDocument(html)
print('htmlparser2', (selector) => selectAll(selector, parsed), DomUtils.getChildren, DomUtils.textContent)
printDom('linkedom', parseHTML(html).document)
const { document } = new Window()
document.write(html)
printDom('happy-dom', document)
const text = convert(html, { selectors: [{ selector: 'table', format: 'dataTable' }, { selector: 'title', format: 'skip' }] })
console.log(`html-to-text, table as dataTable: ${text.split(/\n\s*/).filter(Boolean).map((line) => line.trim()).join(' / ')}`)
JS
seen=$(./node_modules/.bin/node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
