/** The pages and the language model that the parity cases use. */

import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { placedPdf } from '../documents/pdf/placed-text.ts'
import * as chat from '../model/openai/chat-replies.ts'
import { chatBody } from '../model/openai/chat-replies.ts'
import type { Script } from '../model/scripted-model.ts'
import * as messages from '../model/scripted-model.ts'
import type { Site } from '../origin.ts'

/** A page with a part for every output. */
export const article = `<!doctype html><html lang="en"><head><title>An article</title>
<meta name="description" content="About parity"><meta property="og:title" content="OG"><link rel="canonical" href="/canonical">
<base href="/base/"><style>p{color:red}</style><script>var secret = 1</script></head>
<body><nav><a href="/nav">Navigation</a></nav><main><h1>Parity</h1>
<p onclick="x()">Every interface says <b>the same</b>, whatever it is asked for and however it is asked, word for word.</p>
<table><tr><th>A</th><th>B</th></tr><tr><td colspan="2">both</td></tr></table>
<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>
<p><del>old</del> <a href="page?x=1&amp;y=2">a page</a> <a href="https://other.example/">another site</a>
<a href="mailto:Info@Example.ORG">write</a> or sales [at] example [dot] com, <a href="javascript:x()">no link</a></p>
<pre><code class="language-js">let a = 1

let b</code></pre></main><footer>Footer</footer></body></html>`

/** An application that is empty until its scripts have run. */
const shell = `<!doctype html><html><head><title>Shop</title><script type="module" src="/assets/index.js"></script></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`

/** A page with a frame from another site. The frame is fetched without a browser. */
const framed = `<!doctype html><title>Timetable</title><h1>Timetable</h1><p>The trains of the summer stand in the table below, hour by hour.</p>
<iframe id="table" width="600" height="400" title="Departures" src="https://trains.example/table"></iframe>
<p>All times are local times, and no train runs on the first of January.</p>`

/** A page with images whose URLs and sizes are in different places. */
const gallery = `<!doctype html><html><head><title>Gallery</title><meta property="og:image" content="/cover.jpg">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"></head>
<body><main><p><img src="/oak.jpg" alt="An oak" width="640" height="480"> An oak in <a href="https://other.example/summer">summer</a></p>
<a href="/large"><picture><source srcset="/leaf.webp 1x, /leaf-2x.webp 2x"><img data-src="/leaf.jpg" alt="A leaf"></picture></a>
<img src="/oak.jpg"><img src="/pixel.gif" width="1" height="1"></main></body></html>`

/** A long page with positions that a URL fragment can name. */
const guide = `<!doctype html><title>Guide</title><nav id="menu"><a href="/nav">Navigation</a></nav>
<main><h1>Guide</h1><p>Read this first.</p><h2 id="install">Install</h2><p>Run the installer, then restart.</p>
<a name="usage"></a><h2>Usage</h2><ul><li>One</li><li id="two">Two, <a href="https://example.com/more">then more</a></li></ul>
<table><tr><th>A</th><th>B</th></tr><tr id="later"><td>1</td><td>2</td></tr></table><pre>let a = 1</pre>
${Array.from({ length: 40 }, (_, n) => `<h3>Step ${n}</h3><p>In step ${n}, you turn the wheel <b>once</b>, wait for the bell, and write down the number.</p>`).join('\n')}
</main><footer><a href="/imprint">Imprint</a></footer>`

const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])

/** Minimal PDF 1.4 with one line of text. */
const pdf = (() => {
  const stream = 'BT /F1 24 Tf 72 700 Td (Hello from a PDF) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const xref = text.length
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`
})()

/** A PDF of four pages, the second with a link. */
const pages = placedPdf(
  [1, 2, 3, 4].map((page) => ({
    texts: [
      { text: `Part ${page}`, x: 72, y: 200, size: 18, font: 'bold' },
      { text: `The oak of page ${page} is old.`, x: 72, y: 240 },
    ],
    links: page === 2 ? [{ uri: 'https://two.example/', rect: [72, 180, 130, 205] }] : [],
  })),
)

/** An RTF document with a comment. */
const commented = String.raw`{\rtf1 An oak{\*\atnauthor Ada}\chatn{\*\annotation\pard Which one?} is tall.\par}`

const resultPage = (name: string) => readFileSync(new URL(`../fixtures/google-ads/${name}.html`, import.meta.url))

/** Words from three parts of the article, some of which the cases exclude. */
const wordsSeen = (page: string) =>
  ['word for word', 'https://other.example/', 'let a = 1'].filter((words) => page.includes(words))

/** The language models' answers to the cases' prompts, each in its wire format. */
export const modelScript: Script = (request) => {
  const isChat = request.path.endsWith('/chat/completions')
  const { answers, fails } = isChat ? chat : messages
  const question = isChat ? (chatBody(request).messages[1]?.content ?? '') : messages.taskOf(request)
  if (question.includes('Refuse')) return isChat ? chat.answers('', { refusal: 'No.' }) : messages.answers('', refused)
  if (question.includes('Fail')) return fails(400, 'invalid_request_error')
  if (question.includes('"seen"')) return answers(JSON.stringify({ seen: wordsSeen(messages.pageOf(request)) }))
  if (question.includes('Invent')) return answers('It is 4711.')
  return answers(question.includes('JSON') ? '{"heading": "Parity", "year": null}' : 'An article about parity.')
}

const refused = { stop: 'refusal' }

/** True if the search parameters match the query. */
function isAnswered({ url = '/', headers }: IncomingMessage): boolean {
  const { searchParams } = new URL(url, 'http://site.test')
  const point = Buffer.from((searchParams.get('uule') ?? '').replace(/^a /, ''), 'base64').toString()
  const query = searchParams.get('q') ?? ''
  if (query === 'at a point') return point.includes('\nlatitude_e7:476200000\nlongitude_e7:-1223500000\n')
  if (query.startsWith('within ')) return point.endsWith(`\nradius:${query.slice('within '.length)}`)
  if (query.startsWith('from ')) {
    return query === `from ${headers['sec-ch-ua-mobile']} ${headers['sec-ch-ua-platform']}`
  }
  if (query === 'in German') return headers['accept-language']?.startsWith('de-CH,de;q=0.9') ?? false
  return query !== 'blocked'
}

/** Every second request for `/flaky` succeeds. */
let flakyRequests = 0

/** The site of the cases. */
export const site: Site = {
  '/article': { body: article },
  '/gallery': { body: gallery },
  '/pages.pdf': { body: Buffer.from(pages), headers: { 'content-type': 'application/pdf' } },
  '/guide': { body: guide },
  '/com/search': (request, response) => {
    const isBlocked = !isAnswered(request)
    response.writeHead(isBlocked ? 429 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(resultPage(isBlocked ? 'captcha' : 'text-2025-group'))
  },
  '/members': ({ headers: { authorization, cookie = '', 'accept-language': language = '' } }, response) => {
    const isMember = authorization === 'Bearer parity' || /(?:^|; )session=parity$/.test(cookie)
    const greeting = language.startsWith('de') ? 'Hallo' : 'Hello'
    const body = `<title>${isMember ? 'Members' : 'Log in'}</title><p>${greeting}, ${isMember ? 'member' : 'stranger'}`
    response.writeHead(isMember ? 200 : 401, { 'content-type': 'text/html' }).end(body)
  },
  '/to-members': { status: 302, headers: { location: '/members' } },
  '/hello': (request, response) => {
    const isGerman = request.headers['accept-language']?.startsWith('de') ?? false
    response.writeHead(200, { 'content-type': 'text/html' }).end(isGerman ? '<p>Guten Tag' : '<p>Good day')
  },
  '/moved': { status: 302, headers: { location: '/article' } },
  '/loop': { status: 302, headers: { location: '/loop' } },
  '/inside': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
  '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
  '/shell': { body: shell },
  '/missing-shell': { status: 404, body: shell },
  '/missing': { status: 404, body: '<title>Gone</title><p>There is nothing here.</p>' },
  '/broken': { status: 500, body: '<p>Our fault</p>' },
  '/flaky': (_, response) => {
    const ok = flakyRequests++ % 2 === 1
    response.writeHead(ok ? 200 : 503, { 'content-type': 'text/html' }).end(ok ? '<p>second try</p>' : 'busy')
  },
  '/wall': {
    status: 403,
    headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
    body: '<title>Just a moment...</title><script>window._cf_chl_opt={}</script><p>Verifying you are human</p>',
  },
  '/text': { headers: { 'content-type': 'text/plain' }, body: 'Just text, https://example.com/x and a@example.com.' },
  '/json': { headers: { 'content-type': 'application/json' }, body: '{"b": [1, 2],\n "a": "https://example.com/"}' },
  '/xml': { headers: { 'content-type': 'application/xml' }, body: '<?xml version="1.0"?><a><b>1</b></a>' },
  '/rss': {
    headers: { 'content-type': 'application/rss+xml' },
    body: '<rss><channel><title>F</title><link>https://example.com/feed</link></channel></rss>',
  },
  '/markdown': { headers: { 'content-type': 'text/markdown' }, body: '# Title\n\n[a](https://example.com/a)\n' },
  '/commented': { headers: { 'content-type': 'application/rtf' }, body: commented },
  '/pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
  '/image': { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  '/binary': { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from([0, 1, 2, 3]) },
  '/none': { status: 204 },
  '/empty': { body: '' },
  '/framed': { body: framed },
  '/cyrillic': {
    headers: { 'content-type': 'text/html; charset=windows-1251' },
    body: Buffer.concat([Buffer.from('<p>'), cyrillic]),
  },
  '/cyrillic-meta': {
    headers: { 'content-type': 'text/html; charset=no-such-charset' },
    body: Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), cyrillic]),
  },
  '/broken-utf8': { body: Buffer.concat([Buffer.from('<p>a'), Buffer.from([0xff, 0xc3]), Buffer.from('b')]) },
  '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('<p>unpacked</p>') },
  '/truncated-gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(article).subarray(0, 200) },
  '/bomb': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(8 * 1024 * 1024)) },
  '/short': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' })
    response.write('<p>too short')
    response.socket?.end()
  },
  '/reset': (request) => void request.socket.destroy(),
  '/never': () => {},
  '/endless': (_, response) => {
    const chunk = Buffer.alloc(65_536, 'x')
    const timer = setInterval(() => response.write(chunk), 1)
    response.once('close', () => clearInterval(timer))
  },
}
