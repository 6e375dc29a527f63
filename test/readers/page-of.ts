/** A page as a worker thread receives it. */

import type { Page } from '../../src/page/page.ts'

/** HTML that was fetched from `https://example.com/`. */
export function pageOf(html: string): Page {
  return {
    url: 'https://example.com/',
    finalUrl: 'https://example.com/',
    status: 200,
    contentType: 'text/html',
    mediaType: 'text/html',
    charset: 'utf-8',
    headers: {},
    body: new Uint8Array(Buffer.from(html)),
    rendered: false,
    complete: true,
    warnings: [],
  }
}
