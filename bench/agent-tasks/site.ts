/** Serves the pages for the agent tasks on loopback. */

import { readFileSync } from 'node:fs'
import { pdfFile, stream } from '../../test/documents/pdf/pdf-document.ts'
import type { Site } from '../../test/origin.ts'

const fixture = (path: string) => readFileSync(new URL(`../../test/fixtures/${path}`, import.meta.url))

const document = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><header><a href="/">Lumen</a><nav><a href="/lamps">Lamps</a> <a href="/docs">Manual</a> <a href="/team">Team</a></nav></header><main>${body}</main><footer>© 2026 Lumen</footer></body></html>`

/** Returns a manual of 60,000 characters. The maximum request size is in chapter 17, after the first 40,000 characters. */
function manual(): string {
  const chapters = Array.from({ length: 24 }, (_, at) => {
    const filler = `Chapter ${at + 1} describes a part of the broker and how an operator sets it up. ${'Each setting has a default that suits a small installation, and a note on when to change it. '.repeat(26)}`
    const fact = at === 16 ? '<p>The maximum request size of a broker is 4,718,592 bytes by default.</p>' : ''
    return `<h2>Chapter ${at + 1}: Part ${at + 1}</h2><p>${filler}</p>${fact}`
  })
  return document('Broker manual – Lumen', `<h1>Broker manual</h1>${chapters.join('')}`)
}

/** Returns a PDF with 30 pages and about 75,000 characters. The form is on page 22, after the first 40,000 characters. */
function handbook(): Buffer {
  const count = 30
  const pages = Array.from({ length: count }, (_, at) => {
    const lines = Array.from({ length: 36 }, (_, line) => {
      if (at === 21 && line === 17) return 'To claim for damaged goods, send in form K-2291.'
      return `Rule ${at + 1}.${line + 1}: the shipper labels every crate on two sides and keeps the receipt.`
    })
    return `BT /F1 11 Tf 18 TL 72 740 Td ${lines.map((line) => `(${line}) '`).join(' ')} ET`
  })
  const first = 4
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}] /Count ${count} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * at + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      stream(content),
    ]),
  ])
}

/** Returns a charter of about 100,000 characters. The signature is at its end, in the third piece. */
function charter(): string {
  const articles = Array.from(
    { length: 40 },
    (_, at) =>
      `<h2>Article ${at + 1}</h2><p>${`Members of the guild meet in month ${at + 1} and hear the reports of every workshop in the order in which they joined. `.repeat(21)}</p>`,
  )
  return document(
    'Charter of the guild – Lumen',
    `<h1>Charter of the guild</h1>${articles.join('')}<p>The charter was signed by Odile Marchetti.</p>`,
  )
}

const lamps = Array.from(
  { length: 24 },
  (_, at) =>
    `<li class="card"><a href="/lamps/${at + 1}"><img src="/img/${at + 1}.jpg" alt="Lamp ${at + 1}"></a><h2><a href="/lamps/${at + 1}">Lamp ${at + 1}</a></h2><span class="price">€ ${at * 3 + 19}.00</span></li>`,
)

const team = ['Ada Byron|editor', 'Max Weber|orders', 'Ines Roth|press']
  .map((one) => one.split('|'))
  .map(([name = '', role = '']) => `<li>${name}, ${role}: <a href="mailto:${role}@lumen.example">write</a></li>`)

const shell = `<!doctype html><html><head><title>Stock</title></head><body><div id="root"></div><script>setTimeout(() => { document.getElementById('root').innerHTML = '<main><h1>Stock</h1><p>Lamp 7 is in stock: 41 pieces in the warehouse in Turin.</p></main>' }, 100)</script></body></html>`

const signIn = document(
  'Sign in – Lumen',
  `<h1>Sign in to continue</h1><form action="/session" method="post"><label>E-mail <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Sign in</button></form><p>Forgot your password? <a href="/reset">Reset it</a></p>`,
)

export const site: Site = {
  '/docs': { body: manual() },
  '/lamps': {
    body: document(
      'Desk lamps – Lumen Shop',
      `<h1>Desk lamps</h1><p>24 lamps, sorted by popularity.</p><ul>${lamps.join('')}</ul>`,
    ),
  },
  '/team': { body: document('Team – Lumen', `<h1>Team</h1><ul>${team.join('')}</ul>`) },
  '/stock': { body: shell },
  '/inventory.pdf': { headers: { 'content-type': 'application/pdf' }, body: fixture('documents/inventory.pdf') },
  '/handbook.pdf': { headers: { 'content-type': 'application/pdf' }, body: handbook() },
  '/charter': { body: charter() },
  '/lamps/98': {
    body: document('Page not found – Lumen', "<h1>Page not found</h1><p>We couldn't find the page you asked for.</p>"),
  },
  '/lamps/97': {
    status: 404,
    body: document(
      'Page not found',
      '<h1>Page not found</h1><p>Lamp 97 has moved to <a href="/lamps/aurora">Lamp Aurora</a>.</p>',
    ),
  },
  '/lamps/aurora': {
    body: document('Lamp Aurora – Lumen Shop', '<h1>Lamp Aurora</h1><p>A floor lamp of brass.</p><p>€ 310.00</p>'),
  },
  '/gone': { status: 404, body: document('Page not found', '<h1>Page not found</h1><p>Lamp 99 has moved.</p>') },
  '/account/orders': { status: 302, headers: { location: '/login?next=/account/orders' } },
  '/login': { body: signIn },
  '/protected': {
    status: 403,
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
    body: fixture('challenge/cloudflare-just-a-moment.html'),
  },
}
