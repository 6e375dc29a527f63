/** Code shared by the services under comparison: fetches the page of `?url=`, and prints the URL on which they listen. */

import { Agent, request } from 'undici'

const dispatcher = new Agent({ connections: 64 })

/** Returns the HTML of a page in UTF-8. */
export async function fetchHtml(url) {
  const { body } = await request(url, { dispatcher })
  return body.text()
}

/** Prints the URL on the first line, from which the benchmark reads it. */
export function announce(url) {
  process.stdout.write(`listens on ${url}\n`)
}
