/** Hostile documents, each with its media type and a function that creates it on demand, because many take several megabytes. */

import { deflateSync } from 'node:zlib'
import type { Random } from '../random.ts'

export interface HostileDocument {
  name: string
  /** `Content-Type` of the response. */
  type: string
  make(random: Random): string | Buffer
}

const html = 'text/html; charset=utf-8'
const nested = (open: string, close: string, times: number, inside = 'deep') =>
  `<!doctype html><title>Nested</title>${open.repeat(times)}${inside}${close.repeat(times)}`
const repeated = (piece: string, times: number) => `<!doctype html><title>Many</title>${piece.repeat(times)}`
const long = (text: string, times: number) => text.repeat(times)

export const hostileDocuments: readonly HostileDocument[] = [
  { name: 'nested div × 20,000', type: html, make: () => nested('<div>', '</div>', 20_000) },
  { name: 'nested div × 200,000', type: html, make: () => nested('<div>', '', 200_000) },
  { name: 'nested lists × 3,000', type: html, make: () => nested('<ul><li>x', '</li></ul>', 3000) },
  { name: 'nested quotes × 3,000', type: html, make: () => nested('<blockquote>x', '</blockquote>', 3000) },
  { name: 'nested tables × 500', type: html, make: () => nested('<table><tr><td>', '</td></tr></table>', 500) },
  { name: 'nested foreignObject × 1,500', type: html, make: () => nested('<svg><foreignObject>', '', 1500) },
  { name: 'nested dl × 2,500', type: html, make: () => nested('<dl><dt>', '', 2500) },
  { name: 'nested templates × 2,000', type: html, make: () => nested('<template>', '', 2000) },
  { name: 'nested MathML × 3,000', type: html, make: () => nested('<math><mi><mglyph>', '', 3000) },
  { name: 'misnested formatting × 3,000', type: html, make: () => repeated('<b><i><u></b>', 3000) },
  { name: 'adoption agency × 2,000', type: html, make: () => nested('<a><p>', '', 2000) },
  { name: 'unclosed select and options', type: html, make: () => repeated('<select><option><optgroup>', 20_000) },
  {
    name: '50,000 attributes on a tag',
    type: html,
    make: () => `<p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=b`).join(' ')}>x`,
  },
  { name: 'an attribute of 4 MB', type: html, make: () => `<a href="/${long('x', 4_000_000)}">link</a>` },
  { name: '100,000 links', type: html, make: () => repeated('<a href="/page?q=1">link</a> ', 100_000) },
  { name: '200,000 empty elements', type: html, make: () => repeated('<p></p>', 200_000) },
  {
    name: '40,000 rows of a table',
    type: html,
    make: () => repeated(`<table>${'<tr><td>1<td>2'.repeat(40_000)}</table>`, 1),
  },
  {
    name: 'a table with huge spans',
    type: html,
    make: () => repeated('<table><tr><td colspan=1000 rowspan=65534>x</table>', 40),
  },
  { name: 'a comment that never ends', type: html, make: () => `<p>before</p><!--${long('-', 2_000_000)}` },
  { name: 'a script that never ends', type: html, make: () => `<p>before</p><script>${long('<!--<script>', 200_000)}` },
  { name: 'a title of 3 MB', type: html, make: () => `<title>${long('title ', 500_000)}</title><p>x` },
  { name: 'a text of 8 MB', type: html, make: () => `<p>${long('word ', 1_600_000)}` },
  { name: 'a word of 4 MB', type: html, make: () => `<p>${long('w', 4_000_000)}` },
  { name: 'markdown signs × 500,000', type: html, make: () => `<p>${long('*_`[](', 200_000)}` },
  { name: 'nested brackets in text', type: html, make: () => `<p>${long('[', 300_000)}${long('](x)', 100_000)}` },
  { name: 'entities × 300,000', type: html, make: () => `<p>${long('&amp;&#xD800;&NotEqualTilde;&#0;', 300_000)}` },
  { name: 'e-mail addresses × 100,000', type: html, make: () => `<p>${long('a.b+c@example.com ', 100_000)}` },
  {
    name: 'almost an e-mail address of 1 MB',
    type: html,
    make: () => `<p>${long('a.', 500_000)}@${long('b.', 100_000)}`,
  },
  {
    name: 'JSON-LD of 100,000 levels',
    type: html,
    make: () => `<script type="application/ld+json">${long('{"a":', 100_000)}</script><p>x`,
  },
  { name: 'meta charset __proto__', type: 'text/html', make: () => '<meta charset="__proto__"><p>x' },
  { name: 'charset constructor', type: 'text/html; charset=constructor', make: () => '<p>x' },
  {
    name: 'UTF-16 without its second half',
    type: 'text/html; charset=utf-16le',
    make: () => Buffer.from('\ufeff<p>x\ud800', 'utf16le').subarray(0, 9),
  },
  {
    name: 'broken ISO-2022-JP',
    type: 'text/html; charset=iso-2022-jp',
    make: () => Buffer.from(long('\u001b$B!!\u001b(', 50_000), 'latin1'),
  },
  {
    name: 'a refresh to itself and a base of javascript',
    type: html,
    make: () => '<meta http-equiv=refresh content="0;url=/"><base href="javascript:alert(1)"><a href="x">x</a>',
  },
  { name: 'NUL × 1,000,000', type: html, make: () => `<p>${long('\0', 1_000_000)}` },
  { name: 'bidi and tag characters', type: html, make: () => `<p>${long('\u202e\u{e0041}\u200b\u2066', 100_000)}` },
  { name: 'random bytes as HTML', type: html, make: (random) => bytes(random, 300_000) },
  { name: 'random bytes without a type', type: '', make: (random) => bytes(random, 300_000) },
  { name: 'random tags', type: html, make: (random) => tags(random, 20_000) },
  { name: 'JSON of 200,000 levels', type: 'application/json', make: () => long('[', 200_000) },
  { name: 'JSON of 5 MB', type: 'application/json', make: () => JSON.stringify(Array(500_000).fill('word')) },
  { name: 'a billion laughs', type: 'application/xml', make: laughs },
  {
    name: 'an external entity',
    type: 'application/xml',
    make: () => '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  },
  { name: 'nested XML × 100,000', type: 'application/xml', make: () => long('<a>', 100_000) },
  {
    name: 'RSS with 50,000 entries',
    type: 'application/rss+xml',
    make: () => `<rss><channel>${'<item><title>t</title><link>http://e.example/</link></item>'.repeat(50_000)}`,
  },
  { name: 'plain text of one line of 6 MB', type: 'text/plain', make: () => long('x', 6_000_000) },
  { name: 'an image labelled as HTML', type: html, make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  { name: 'no PDF', type: 'application/pdf', make: () => '%PDF-1.7\nnothing of the kind' },
  {
    name: 'a PDF that ends early',
    type: 'application/pdf',
    make: () => pdf('BT /F1 12 Tf (Hello) Tj ET').subarray(0, 200),
  },
  {
    name: 'a PDF whose pages are its own children',
    type: 'application/pdf',
    make: () => pdf('', { pages: '<< /Type /Pages /Count 9999999 /Kids [2 0 R 2 0 R] >>' }),
  },
  {
    name: 'a PDF of two billion pages',
    type: 'application/pdf',
    make: () => pdf('BT ET', { pages: '<< /Type /Pages /Count 2147483647 /Kids [3 0 R] >>' }),
  },
  { name: 'a PDF whose stream is a bomb', type: 'application/pdf', make: () => pdf(long('(x) Tj ', 3_000_000)) },
  {
    name: 'a PDF with a script',
    type: 'application/pdf',
    make: () => pdf('BT (x) Tj ET', { catalog: '/OpenAction << /S /JavaScript /JS (for(;;);) >>' }),
  },
  {
    name: 'random bytes as PDF',
    type: 'application/pdf',
    make: (random) => Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes(random, 100_000)]),
  },
]

function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0, 255)))
}

function tags(random: Random, count: number): string {
  const names = [
    'div',
    'p',
    'table',
    'tr',
    'td',
    'select',
    'svg',
    'math',
    'template',
    'a',
    'b',
    'form',
    'noscript',
    'xmp',
  ] as const
  const piece = () =>
    random.pick(['<', '</', '<!--', '<', '</'] as const) +
    random.pick(names) +
    random.pick([' a="', '>', '>', '/>', ' x'] as const)
  return Array.from({ length: count }, piece).join('')
}

function laughs(): string {
  const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<!DOCTYPE x [<!ENTITY l0 "ha">${levels.join('')}]><x>&l12;</x>`
}

/** Returns a PDF with one page whose content is compressed. */
function pdf(content: string, { pages = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>', catalog = '' } = {}): Buffer {
  const stream = deflateSync(content)
  const head = `%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj
2 0 obj ${pages} endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >> endobj
4 0 obj << /Length ${stream.length} /Filter /FlateDecode >> stream
`
  const tail = '\nendstream endobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF'
  return Buffer.concat([Buffer.from(head), stream, Buffer.from(tail)])
}
