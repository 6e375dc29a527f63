/** Code shared by the services under comparison: fetching the page at `?url=`, and printing the URL that the service listens on. */

import { Agent, request } from 'undici'

const dispatcher = new Agent({ connections: 64 })

/** Returns the HTML of a page in UTF-8. */
export async function fetchHtml(url) {
  const { body } = await request(url, { dispatcher })
  return body.text()
}

/** Prints the URL on the first line, where the benchmark looks for it. */
export function announce(url) {
  process.stdout.write(`listens on ${url}\n`)
}
