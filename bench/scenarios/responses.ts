/** Scenarios with responses: the raw bytes that a server sends for each path, and the result of a request for `/`. */

import { gzipSync } from 'node:zlib'
import { placedPdf } from '../../test/documents/pdf/placed-text.ts'
import { httpResponse } from '../../test/fetch/loopback.ts'

export interface ResponseScenario {
  group: string
  name: string
  /** Responses by path. Any other path gets a 404. The connection stays open. */
  site: Record<string, string | Uint8Array>
  parameters?: Record<string, string>
  /** The server speaks only HTTP/2, over TLS. */
  isHttp2?: boolean
  needsBrowser?: boolean
  expect: ExpectedResult
}

export interface ExpectedResult {
  has?: string[]
  lacks?: string[]
  finalPath?: string
  complete?: boolean
  /** Codes of warnings that the result must have. If empty, it must have none. */
  warnings?: string[]
  credits?: number
  /** Type of the error, and part of its message. */
  error?: string
  message?: string
}

const article = `<h1>The quay clock</h1>${'<p>The clock on the quay is wound on Mondays by the harbour master, who climbs eighty steps with a lantern and counts the strokes of the hour before he comes down again.</p>'.repeat(3)}`
const text = 'The clock on the quay is wound on Mondays'
const page = `<!doctype html><html lang="en"><title>Quay clock</title>${article}</html>`
const html = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  httpResponse(body, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
const stub = (head: string, body = '') =>
  html(`<!doctype html><html><head><title>Moved</title>${head}</head><body>${body}</body></html>`)
const head = (...fields: string[]) => ['HTTP/1.1 200 OK', 'content-type: text/html', ...fields, '', ''].join('\r\n')
const moved: ExpectedResult = { has: [text], finalPath: '/new', warnings: [], credits: 1 }
const inTime = { timeout_ms: '5000' }
const whole: ExpectedResult = { has: [text], complete: false, warnings: ['body_incomplete'], credits: 1 }
const pdf = placedPdf([
  {
    texts: [
      { text: 'Annual report of the harbour', x: 72, y: 100, size: 20 },
      { text: 'Forty ships came in.', x: 72, y: 140 },
    ],
  },
])
const document = httpResponse(pdf, { headers: { 'content-type': 'application/pdf' } })
const report: ExpectedResult = { has: ['Forty ships came in.'], credits: 1 }
const latin1 = (content: string) => Buffer.from(content, 'latin1')

export const responseScenarios: ResponseScenario[] = [
  ...Object.entries({
    'meta-refresh-0s': stub('<meta http-equiv="refresh" content="0; url=/new">'),
    'meta-refresh-upper-case': html('<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0;URL=/new"></HEAD></HTML>'),
    'meta-refresh-quoted-url': stub(`<meta content="1;url='/new'" http-equiv="Refresh">`, '<p>This page has moved.'),
    'meta-refresh-5s-few-words': stub('<meta http-equiv="refresh" content="5; url=/new">', '<h1>We have moved</h1>'),
    'meta-refresh-with-link': stub(
      '<meta http-equiv="refresh" content="0; url=/new"><link rel="canonical" href="/new">',
      '<h1>Redirecting&hellip;</h1><a href="/new">Click here if you are not redirected.</a>',
    ),
    'refresh-header': html('<p>Wait', { refresh: '0; url=/new' }),
  }).map(([name, first]) => ({ group: 'redirects', name, site: { '/': first, '/new': html(page) }, expect: moved })),
  {
    group: 'redirects',
    name: 'refresh-to-a-private-address',
    site: { '/': stub('<meta http-equiv="refresh" content="0; url=http://10.0.0.1/">') },
    expect: { error: 'address_refused' },
  },
  {
    group: 'redirects',
    name: 'meta-refresh-5s-rendered',
    site: {
      '/': stub('<meta http-equiv="refresh" content="5; url=/new">', '<h1>We have moved</h1>'),
      '/new': html(page),
    },
    parameters: { render_js: 'true' },
    needsBrowser: true,
    expect: { ...moved, credits: 5 },
  },
  {
    group: 'redirects',
    name: 'refresh-300s-of-a-ticker',
    site: { '/': html(page.replace('<title>', '<meta http-equiv="refresh" content="300"><title>')) },
    expect: { has: [text], finalPath: '/', warnings: [] },
  },
  ...Object.entries({
    'location-replace': stub('<script>location.replace("/new")</script>'),
    'location-href-with-link': stub(
      '<script>location.href = "/new"</script>',
      '<p>Redirecting to <a href="/new">latest</a>…</p>',
    ),
    'script-and-noscript-refresh': stub(
      '<noscript><meta http-equiv="refresh" content="1; url=/new"></noscript><script>window.location = "/new"</script>',
      '<p><a href="/new"><em>Redirecting to /new</em></a></p>',
    ),
  }).map(([name, first]) => ({
    group: 'redirects',
    name,
    site: { '/': first, '/new': html(page) },
    expect: { warnings: ['needs_javascript'], credits: 1 },
  })),

  ...Object.entries({
    'pdf-in-embed': '<embed src="/report.pdf" type="application/pdf" width="100%" height="900">',
    'pdf-in-object': '<object data="/report.pdf" type="application/pdf"><p>Your browser shows no PDFs.</p></object>',
    'pdf-in-iframe': '<h1>Annual report</h1><iframe src="/report.pdf"></iframe>',
  }).map(([name, body]) => ({
    group: 'embedded',
    name,
    site: { '/': html(`<title>Report</title>${body}`), '/report.pdf': document },
    expect: report,
  })),
  ...Object.entries({
    'article-in-iframe': '<h1>Council minutes</h1><iframe src="/frame"></iframe>',
    'article-in-frameset': '<frameset cols="20%,80%"><frame src="/menu"><frame src="/frame"></frameset>',
  }).map(([name, body]) => ({
    group: 'embedded',
    name,
    site: {
      '/': html(`<html><title>Minutes</title>${body}</html>`),
      '/frame': html(page),
      '/menu': html('<a href="/x">Menu</a>'),
    },
    expect: { has: [text], credits: 1 },
  })),
  {
    group: 'embedded',
    name: 'frame-of-another-site',
    site: {
      '/': html(
        `<title>Map</title>${article}<iframe src="https://maps.example/embed/9" width="600" height="400"></iframe>`,
      ),
    },
    expect: { has: [text, 'https://maps.example/embed/9'], warnings: ['foreign_frame'] },
  },

  {
    group: 'bodies',
    name: 'endless-chunked',
    site: { '/': `${head('transfer-encoding: chunked')}${page.length.toString(16)}\r\n${page}\r\n` },
    parameters: inTime,
    expect: whole,
  },
  {
    group: 'bodies',
    name: 'endless-http-1.0',
    site: { '/': head().replace('1.1', '1.0') + page },
    parameters: inTime,
    expect: whole,
  },
  {
    group: 'bodies',
    name: 'endless-false-length',
    site: { '/': head('content-length: 99999') + page },
    parameters: { ...inTime, render_if_needed: 'true' },
    expect: whole,
  },
  {
    group: 'bodies',
    name: 'endless-json',
    site: { '/': 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"ships":40}' },
    parameters: inTime,
    expect: { ...whole, has: ['{"ships":40}'] },
  },
  {
    group: 'bodies',
    name: 'endless-without-an-end',
    site: { '/': `${head()}<html><p>${text}` },
    parameters: { timeout_ms: '1500' },
    expect: { error: 'target_timeout' },
  },
  {
    group: 'bodies',
    name: 'gzip-undeclared',
    site: { '/': html(gzipSync(page)) },
    expect: { has: [text], warnings: [] },
  },
  {
    group: 'bodies',
    name: 'gzip-twice',
    site: { '/': html(gzipSync(gzipSync(page)), { 'content-encoding': 'gzip' }) },
    expect: { has: [text], warnings: [] },
  },
  {
    group: 'bodies',
    name: 'gzip-damaged',
    site: { '/': html(Buffer.concat([gzipSync(page).subarray(0, 40), Buffer.alloc(60, 7)])) },
    expect: { error: 'invalid_response' },
  },
  {
    group: 'bodies',
    name: 'part-unasked',
    site: {
      '/': httpResponse(page, {
        status: 206,
        headers: { 'content-type': 'text/html', 'content-range': `bytes 0-${page.length - 1}/99999` },
      }),
    },
    expect: whole,
  },
  ...Object.entries({
    'empty-204': 'HTTP/1.1 204 No Content\r\n\r\n',
    'empty-205': 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n',
    'empty-304-unasked': 'HTTP/1.1 304 Not Modified\r\n\r\n',
    'empty-200': html(''),
  }).map(([name, first]) => ({
    group: 'bodies',
    name,
    site: { '/': first },
    expect: { warnings: ['empty_page'], credits: 1 },
  })),
  {
    group: 'bodies',
    name: 'http2-only',
    site: {},
    isHttp2: true,
    expect: { error: 'target_unreachable', message: 'HTTP/2' },
  },
  {
    group: 'bodies',
    name: 'pdf-as-html-rendered',
    site: { '/': html(pdf) },
    parameters: { render_js: 'true' },
    needsBrowser: true,
    expect: report,
  },
  { group: 'bodies', name: 'pdf-as-html', site: { '/': html(pdf) }, expect: report },
  {
    group: 'bodies',
    name: 'json-as-html',
    site: { '/': html('{"note":"<b>loud</b> &amp; clear"}') },
    expect: { has: ['{"note":"<b>loud</b> &amp; clear"}'], warnings: [] },
  },

  {
    group: 'charsets',
    name: 'latin-1-declared-as-utf-8',
    site: { '/': html(latin1(`<title>Carte</title>${article}<p>Café crème, thé glacé, gâteau.</p>`)) },
    expect: { has: ['Café crème, thé glacé, gâteau.'], warnings: ['charset_guessed'] },
  },
  {
    group: 'charsets',
    name: 'utf-8-declared-as-latin-1',
    site: {
      '/': html(Buffer.from(`<meta charset="utf-8"><title>Carte</title>${article}<p>Café crème</p>`), {
        'content-type': 'text/html; charset=iso-8859-1',
      }),
    },
    expect: { has: ['Café crème'], warnings: ['charset_guessed'] },
  },
  {
    group: 'charsets',
    name: 'cyrillic-with-the-server-default',
    site: {
      '/': html(
        Buffer.concat([
          Buffer.from(`<meta charset="windows-1251"><title>x</title>${article}<p>`),
          Buffer.from('cff0e8e2e5f220ece8f0', 'hex'),
        ]),
      ),
    },
    expect: { has: ['Привет мир'], warnings: ['charset_guessed'] },
  },
  {
    group: 'charsets',
    name: 'utf-8-with-one-bad-byte',
    site: {
      '/': html(Buffer.concat([Buffer.from(`<title>x</title>${article}<p>Größe für Käufer: 5 m²`), latin1('é')])),
    },
    expect: { has: ['Größe für Käufer: 5 m²'], warnings: [] },
  },
]
