/** The pages of the attempts. All contain the secret except those without content. */

import { randomBytes } from 'node:crypto'
import type { Site } from '../../origin.ts'
import { secret } from './attempt.ts'

const paragraphs = Array.from(
  { length: 60 },
  (_, n) =>
    `<p>${secret} number ${n} is a small town by the river, with a market, a mill and <a href="/${secret}/${n}">a school</a> for its children.</p>`,
).join('')

const page = `<!doctype html><title>Towns</title><main><h1>Towns by the river</h1>${paragraphs}<h2>Mail</h2><p><a href="mailto:${secret}@towns.test">Write to ${secret}</a></p></main>`

const shell = `<!doctype html><title>Towns</title><div id="root"></div><noscript>Enable JavaScript to see ${secret}.</noscript><script src="/app.js"></script>`

const filledShell = `<!doctype html><title>Towns</title><div id="root"></div><script>root.innerHTML = ${JSON.stringify(`<h1>Towns</h1>${paragraphs}`)}</script>`

const signIn = (rest: string) =>
  `<!doctype html><title>Sign in</title><main><h1>Sign in to continue</h1><form action="/login" method="post"><label>Email<input type="email" name="email"></label><label>Password<input type="password" name="password"></label><button>Sign in</button></form><a href="/forgot">Forgot your password?</a>${rest}</main>`

/** A frame and a document, both with content, on a page of a few words. */
const framed = '<iframe src="/page"></iframe><object data="/json" type="application/json"></object>'

/** More than 150 words, so a page with a sign-in form doesn't count as a sign-in page. */
const article = paragraphs.slice(0, paragraphs.length / 2)

export const pages: Site = {
  '/page': { body: page },
  '/no-store': { body: page, headers: { 'cache-control': 'no-store' } },
  '/gone': { status: 404, body: page },
  '/broken-target': { status: 500, body: page },
  '/framed': { body: `<!doctype html><title>Towns</title><p>Few words.</p>${framed}` },
  '/framed-gone': { status: 404, body: `<!doctype html><title>Towns</title><p>Gone.</p>${framed}` },
  '/framed-broken': { status: 503, body: `<!doctype html><title>Towns</title><p>Later.</p>${framed}` },
  '/framed-orders': { status: 302, headers: { location: '/framed-login' } },
  '/framed-login': { body: signIn(framed) },
  '/framing-gone': { body: '<!doctype html><title>Towns</title><p>Few words.</p><iframe src="/gone"></iframe>' },
  '/framing-never': { body: '<!doctype html><title>Towns</title><p>Few words.</p><iframe src="/never"></iframe>' },
  '/empty': { status: 204 },
  '/part': { status: 206, body: page },
  '/no-location': { status: 302, body: page },
  '/loop': { status: 302, headers: { location: '/loop' }, body: page },
  '/refresh-loop': { body: `<meta http-equiv="refresh" content="0; url=/refresh-loop?again">${page}` },
  '/orders': { status: 302, headers: { location: '/login' } },
  '/login': { body: signIn(`<p>${secret} members only.</p>`) },
  '/article-behind-form': { body: signIn(article) },
  '/sign-in-article': { status: 302, headers: { location: '/login-with-article' } },
  '/login-with-article': { body: signIn(article) },
  '/hidden-article': { body: signIn(`<div style="display:none">${article}</div>`) },
  '/shell': { body: shell },
  '/filled-shell': { body: filledShell },
  '/shell-once': (request, response) => {
    // Chromium's request gets no response.
    if (request.headers['sec-ch-ua'] !== undefined || request.headers['upgrade-insecure-requests'] !== undefined) {
      request.socket.destroy()
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(shell)
  },
  '/text': { body: `404 Not Found\n${secret}\n`, headers: { 'content-type': 'text/plain' } },
  '/json': { body: `{"error":"login required","town":"${secret}"}`, headers: { 'content-type': 'application/json' } },
  '/image': { body: new Uint8Array(randomBytes(2000)), headers: { 'content-type': 'image/png' } },
  '/large': { body: `<!doctype html><title>Large</title>${paragraphs.repeat(60)}` },
  '/challenge': {
    status: 403,
    body: `<title>Just a moment...</title><p>${secret}</p><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>`,
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge' },
  },
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '99999', 'content-type': 'text/html' }).write(page)
    setTimeout(() => response.destroy(), 10)
  },
  '/never': () => {},
  '/unfinished': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(page.slice(0, page.length / 2))
  },
  '/unclosed': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(`<!doctype html><html><body>${page}</body></html>`)
  },
}
