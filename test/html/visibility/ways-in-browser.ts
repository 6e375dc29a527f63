/** Loads the test pages in a real browser. */

import { openOrigin } from '../../origin.ts'
import { sharedRenderer } from '../../render/open-renderer.ts'
import type { Loader } from './ways.ts'

export async function openWays(): Promise<{ load: Loader } & AsyncDisposable> {
  let body = ''
  const origin = await openOrigin({
    '/': (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  })
  return {
    async load(html) {
      body = html
      const page = await sharedRenderer().load(`${origin.url}/`)
      if (page.hidden === undefined) throw new Error('The search for hidden text failed')
      return page
    },
    [Symbol.asyncDispose]: () => origin.close(),
  }
}
