/** Pages of several sites on one loopback server, which every host name resolves to. */

import type { Output } from '../../../src/contract/scrape.ts'
import { formatPage } from '../../../src/format/formats.ts'
import type { Page } from '../../../src/page/page.ts'
import type { RendererOptions } from '../../../src/render/renderer.ts'
import { type Origin, openOrigin, type Site, type SiteResponse } from '../../origin.ts'
import { openRenderer, sharedRenderer, type TestRenderer } from '../open-renderer.ts'

interface FramedSite extends AsyncDisposable {
  origin: Origin
  /** URL of a path on a host. */
  at(host: string, path: string): string
  /** Renders a path of the host `page.example`. */
  load(path: string, options?: Parameters<TestRenderer['load']>[1]): Promise<Page>
}

/** Uses the shared renderer, or a separate one with these options. In bodies, `//host/` stands for the host with the server's port. */
export async function openFramedSite(
  pages: Record<string, string | SiteResponse | Site[string]>,
  options?: Partial<RendererOptions>,
): Promise<FramedSite> {
  let port = ''
  const withPorts = (body: string) => body.replace(/\/\/([a-z][\w.]*\.example)\//g, (_, host) => `//${host}:${port}/`)
  const site: Site = {}
  for (const [path, page] of Object.entries(pages)) {
    if (typeof page === 'function') site[path] = page
    else {
      const { body, ...rest } = typeof page === 'string' ? { body: page } : page
      site[path] = (_, response) => {
        response
          .writeHead(rest.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...rest.headers })
          .end(withPorts(String(body)))
      }
    }
  }
  const origin = await openOrigin(site)
  port = new URL(origin.url).port
  const own = options && openRenderer(options)
  const rendering = own ?? sharedRenderer()
  const at = (host: string, path: string) => `http://${host}:${port}${path}`
  return {
    ...{ origin, at },
    load: (path, loading) => rendering.load(at('page.example', path), loading),
    async [Symbol.asyncDispose]() {
      await own?.[Symbol.asyncDispose]()
      await origin.close()
    },
  }
}

/** Formats the whole page as the given output. */
export async function read(page: Page, output: Output = 'markdown', cssSelector: string | null = null) {
  const copy = { ...page, body: page.body.slice() }
  return formatPage(copy, { output, cssSelector, mainContent: false })
}
