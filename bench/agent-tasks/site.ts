/** Serves the pages for the agent tasks on loopback. */

import { readFileSync } from 'node:fs'
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
  '/gone': { status: 404, body: document('Page not found', '<h1>Page not found</h1><p>Lamp 99 has moved.</p>') },
  '/account/orders': { status: 302, headers: { location: '/login?next=/account/orders' } },
  '/login': { body: signIn },
  '/protected': {
    status: 403,
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
    body: fixture('challenge/cloudflare-just-a-moment.html'),
  },
}
