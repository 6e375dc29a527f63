/** Attempts to navigate a frame or a window to a forbidden URL. */

import type { Attempt } from './attempt.ts'

export const journeyAttempts: readonly Attempt[] = [
  { name: 'window-open', script: (to) => `kept.push(window.open('${to}'))` },
  { name: 'frame-location', html: (to) => `<iframe srcdoc="<script>location = '${to}'</script>"></iframe>` },
  { name: 'form-get', html: (to) => form('get', to) },
  { name: 'form-post', html: (to) => form('post', to) },
  {
    name: 'ping',
    html: (to, { ownPort }) =>
      `<iframe name="p"></iframe><a id="ping" target="p" href="http://127.0.0.2:${ownPort}/empty" ping="${to}">x</a>`,
    script: () => `document.querySelector('#ping').click()`,
  },
  {
    name: 'download',
    html: (to) => `<iframe name="d"></iframe><a id="download" download target="d" href="${to}">x</a>`,
    script: () => `document.querySelector('#download').click()`,
  },
  { name: 'redirect', html: (to) => `<img src="/redirect?${encodeURIComponent(to)}">` },
  { name: 'redirect-frame', html: (to) => `<iframe src="/redirect?${encodeURIComponent(to)}"></iframe>` },
  { name: 'redirect-fetch', script: (to) => `fetch('/redirect?' + encodeURIComponent('${to}'), { mode: 'no-cors' })` },
  {
    name: 'redirect-chain',
    script: (to) =>
      `fetch('/redirect?' + encodeURIComponent('/redirect?' + encodeURIComponent('${to}')), { mode: 'no-cors' })`,
  },
]

function form(method: string, to: string): string {
  return `<iframe name="${method}"></iframe><form method="${method}" action="${to}" target="${method}"><input name="a"></form>
<script>document.forms[document.forms.length - 1].submit()</script>`
}
