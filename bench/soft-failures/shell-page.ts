/** A shell for which the server renders the header and footer, and scripts fill the rest in a browser. */

import type { SitePage } from './soft-case.ts'

export interface ShellPage extends SitePage {
  /** Text that only the rendered page has. */
  shows: string
  /** Bodies of the page's scripts and of the data that they fetch, by path. */
  files: Readonly<Record<string, string>>
}

/** The way in which a page's scripts load the content. */
type Loader = 'fetch' | 'data' | 'htmx' | 'element' | 'redirect' | 'delay'

export interface WrittenShell extends SitePage {
  shows: string
  loader?: Loader
  /** Selector of the element that scripts fill, or the name of the custom element. */
  mount?: string
  /** Path of the page's script. */
  script?: string
}

/** Returns the filled part of a page: about 70 words, including the text that must appear. */
const content = (shows: string) =>
  `<article><h1>Details</h1><p>${shows}.</p><p>The list below was read from the service a moment ago, and it is updated whenever one of its entries changes. Entries of the last twelve months are shown first.</p><ul><li>Opened in spring by the council</li><li>Repaired after the storm in autumn</li><li>Free for children and for members of the club</li></ul><p>Questions are answered at the counter on weekdays, or by telephone in the morning.</p></article>`

const onceParsed = (body: string) =>
  `(() => { const start = async () => { ${body} }; document.readyState === 'loading' ? addEventListener('DOMContentLoaded', start) : start() })()`

const scripts: Readonly<Record<Loader, (mount: string, shows: string) => string>> = {
  fetch: (mount) =>
    onceParsed(
      `const html = await (await fetch('/api/content')).text(); document.querySelector('${mount}').innerHTML = html`,
    ),
  delay: (mount) =>
    onceParsed(
      `const html = await (await fetch('/api/content')).text(); setTimeout(() => { document.querySelector('${mount}').innerHTML = html }, 300)`,
    ),
  data: (mount, shows) =>
    onceParsed(`document.querySelector('${mount}').innerHTML = ${JSON.stringify(content(shows))}`),
  htmx: () =>
    onceParsed(
      `for (const e of document.querySelectorAll('[hx-get][hx-trigger~="load"]')) e.innerHTML = await (await fetch(e.getAttribute('hx-get'))).text()`,
    ),
  element: (name) =>
    `customElements.define('${name}', class extends HTMLElement { async connectedCallback() { this.innerHTML = await (await fetch('/api/content')).text() } })`,
  redirect: () => `location.replace('/view/full')`,
}

/** Returns a shell with the files that fill it. */
export const shellOf = ({
  loader = 'fetch',
  mount = 'main',
  script = '/assets/app.js',
  ...page
}: WrittenShell): ShellPage => ({
  ...page,
  files: {
    [script]: scripts[loader](mount, page.shows),
    '/api/content': content(page.shows),
    '/view/full': `<!doctype html><title>Details</title><main>${content(page.shows)}</main>`,
  },
})
