/** Single-page apps that are empty until their scripts run: HTML from common build tools, and a script that fills it. */

import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type Origin, openLoopback } from '../../origin.ts'

const folder = new URL('../../fixtures/shells/', import.meta.url)

/** Each shell is served at a path named after it. */
export const shells: string[] = readdirSync(folder).map((file) => file.replace('.html', ''))

export const readShell = (name: string): string => readFileSync(new URL(`${name}.html`, folder), 'utf8')

/** Content that every application shows. */
export const shownText = 'The trains to the coast run every hour'

const article = `<main><h1>Timetable</h1><p>${shownText}, on Sundays every two hours, and at night not at all.</p>
<p>Whoever takes a bicycle along needs a ticket for it, which is sold at the counter and on the platform.</p></main>`

/** The shared script, which removes the loading indicator and puts the content into the app's mount point. */
const bundle = `(async () => {
  if (globalThis.hasStarted) return
  globalThis.hasStarted = true
  if (document.readyState === 'loading') await new Promise((done) => addEventListener('DOMContentLoaded', done))
  const html = await (await fetch('/api/content')).text()
  for (const waiting of document.querySelectorAll('.page-loader, #loading, .nojs-notice, .card, body > p')) waiting.remove()
  const place = document.querySelector('#root, #app, app-root, [ng-view], #__next, #__nuxt, #___gatsby, #portal, #react-root, #results')
  ;(place ?? document.body.appendChild(document.createElement('div'))).innerHTML = html
})()`

/** Serves the shells, a script at every path, and other pages by path. */
export async function openShellSite(
  pages: Readonly<Record<string, Uint8Array>> = {},
): Promise<Pick<Origin, 'url' | 'close'>> {
  const html = 'text/html; charset=utf-8'
  const server = createServer(({ url = '/' }, response) => {
    const path = url.replace(/\?.*$/, '')
    const shell = shells.find((name) => path === `/${name}`)
    const [type, body] =
      shell !== undefined
        ? [html, readShell(shell)]
        : pages[path]
          ? [html, pages[path]]
          : path === '/landing'
            ? [html, `<!doctype html><title>Timetable</title>${article}`]
            : path === '/api/content'
              ? [html, article]
              : path.endsWith('.js')
                ? ['text/javascript', path.startsWith('/_app/') ? `${bundle}; export const start = () => {}` : bundle]
                : [html, null]
    response.writeHead(body === null ? 404 : 200, { 'content-type': type }).end(body ?? '')
  })
  return openLoopback(server)
}
