/** Code shared by the services under comparison: fetches the page of `?url=`, and prints where they listen. */

import { Agent, request } from 'undici'

const dispatcher = new Agent({ connections: 64 })

/** The HTML of a page, which is UTF-8. */
export async function fetchHtml(url) {
  const { body } = await request(url, { dispatcher })
  return body.text()
}

/** The bench reads the URL from the first line. */
export function announce(url) {
  process.stdout.write(`listens on ${url}\n`)
}
