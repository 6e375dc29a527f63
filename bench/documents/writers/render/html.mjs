/** HTML, and the PDFs that WeasyPrint, wkhtmltopdf and Chromium print from it. */

import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { isNumericColumn, run, textOfItem } from './tools.mjs'

const escapeHtml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const lines = (text) => escapeHtml(text).replace(/\n/g, '<br>')

const families = {
  sans: "'Liberation Sans', 'DejaVu Sans', 'Droid Sans Fallback'",
  serif: "'Liberation Serif', 'DejaVu Sans', 'Droid Sans Fallback'",
}
const looks = {
  grid: 'td,th{border:1px solid #555}',
  lines:
    'th{border-bottom:1.5px solid #000} tr:last-child td{border-bottom:1px solid #000} td{border-bottom:.5px solid #ccc}',
  plain: '',
  shaded: 'th{background:#d9e2f0} td,th{border:.5px solid #bbb}',
  zebra: 'th{background:#333;color:#fff} tr:nth-child(even) td{background:#f1f1f1}',
}

function listHtml({ ordered, items }) {
  const tag = ordered ? 'ol' : 'ul'
  return `<${tag}>${items.map((item) => `<li>${escapeHtml(textOfItem(item))}${item.items ? listHtml(item) : ''}</li>`).join('')}</${tag}>`
}

function tableHtml({ rows, head, look }) {
  const row = (cells, tag) =>
    `<tr>${cells.map((cell, at) => `<${tag}${isNumericColumn(rows, at) ? ' class=n' : ''}>${lines(cell)}</${tag}>`).join('')}</tr>`
  const [first, ...rest] = rows
  const body = (head ? rest : rows).map((cells) => row(cells, 'td')).join('\n')
  return `<table class=${look}>${head ? `<thead>${row(first, 'th')}</thead>` : ''}<tbody>${body}</tbody></table>`
}

const blocks = {
  heading: ({ level, text }) => `<h${level}>${escapeHtml(text)}</h${level}>`,
  paragraph: ({ text }) => `<p>${escapeHtml(text)}</p>`,
  list: listHtml,
  code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>`,
  table: tableHtml,
}

/** `hasBoxes`: writes running text as margin boxes of CSS. */
export function htmlOf(
  { lang, title, blocks: content, look, header, footer, page, stamp },
  { hasBoxes = false, hasStamp = true } = {},
) {
  const number = page ? `"${page} " counter(page)` : '""'
  const boxes = hasBoxes
    ? `@top-left{content:"${header ?? ''}";font-size:8pt} @bottom-left{content:"${footer ?? ''}";font-size:8pt} @bottom-right{content:${number};font-size:8pt}`
    : ''
  const mark = stamp?.isAtSide
    ? 'left:-14mm;top:150mm;transform:rotate(-90deg);transform-origin:left top;font-size:14pt;color:#888;white-space:nowrap'
    : 'left:20mm;top:110mm;transform:rotate(-45deg);font-size:80pt;color:#e4e4e4;z-index:-1;letter-spacing:4pt'
  const all = content.map((block) => blocks[block.type](block))
  const [first, ...rest] = all
  const columns = look.columns === 2 ? 'column-count:2;column-gap:8mm' : ''
  return `<!doctype html><html lang=${lang}${lang === 'ar' ? ' dir=rtl' : ''}><head><meta charset=utf-8><title>${escapeHtml(title)}</title><style>
@page{size:A4${look.landscape ? ' landscape' : ''};margin:22mm 20mm;${boxes}}
body{font:${look.size}pt/1.4 ${families[look.font]};${look.justify ? 'text-align:justify' : ''}}
h1,h2,h3,h4{color:${look.color};line-height:1.2;text-align:start} h1{font-size:1.9em} h2{font-size:1.4em} h3{font-size:1.15em} h4{font-size:1em}
table{border-collapse:collapse;margin:1em 0;width:${look.justify ? '100%' : 'auto'}} td,th{padding:.25em .7em;text-align:start;vertical-align:top} .n{text-align:end}
${Object.entries(looks)
  .map(([name, css]) => css.replace(/(^|[}\s,])(t[dhr])/g, `$1table.${name} $2`))
  .join('\n')}
thead{display:table-header-group} tr{page-break-inside:avoid} pre{font:.9em 'Liberation Mono';background:#f6f6f6;padding:.6em;text-align:start}
.mark{position:fixed;${mark}} .body{${columns}}
</style></head><body>${stamp && hasStamp ? `<div class=mark>${escapeHtml(stamp.text)}</div>` : ''}${first}<div class=body>${rest.join('\n')}</div></body></html>`
}

export function weasyprint(source, path) {
  const { length } = run('weasyprint', ['-', path], { input: htmlOf(source, { hasBoxes: true }) })
  return length
}

export function wkhtmltopdf(source, path) {
  run('wkhtmltopdf', ['-q', '-s', 'A4', '-', path], { input: htmlOf(source), env: { QT_QPA_PLATFORM: 'offscreen' } })
}

let browser
export const closeBrowser = () => browser?.close()

export const printed = (tagged) => async (source, path) => {
  browser ??= await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
  const tab = await browser.newPage()
  await tab.setContent(htmlOf(source))
  const line = (left, right) =>
    `<div style="font-size:8px;width:100%;margin:0 20mm;display:flex;justify-content:space-between"><span>${escapeHtml(left)}</span><span>${right}</span></div>`
  await tab.pdf({
    path,
    tagged,
    outline: tagged,
    format: 'A4',
    landscape: source.look.landscape,
    margin: { top: '20mm', bottom: '20mm', left: '20mm', right: '20mm' },
    displayHeaderFooter: true,
    headerTemplate: line(source.header ?? '', ''),
    footerTemplate: line(source.footer ?? '', source.page ? `${source.page} <span class=pageNumber></span>` : ''),
  })
  await tab.close()
}

export const writeHtml = (source, path) => writeFileSync(path, htmlOf(source))
