/** Gets result pages from Google itself, with a plain request, or with Chromium if the page needs JavaScript. */

import { searchUrl } from '../../ads/read-ads.ts'
import { type ErrorType, ServiceError } from '../../base/errors.ts'
import type { Work } from '../../base/work.ts'
import type { PageSource } from '../../page/page.ts'
import type { Sandbox } from '../../readers/tasks.ts'
import type { ResultPage, ResultPageSource } from './result-page-source.ts'

interface GooglePagesParts {
  fetchPage: PageSource
  /** Null without a browser. */
  renderPage: PageSource | null
  sandbox: Sandbox
  /** GLEANER_GOOGLE_URL. */
  template: string
}

// Google sometimes keeps redirecting a browser to the empty shell until the browser gives up with one of these errors.
const shellErrors: ReadonlySet<ErrorType> = new Set([
  'browser_unavailable',
  'too_many_redirects',
  'invalid_response',
  'response_too_large',
])

/** Parts of URLs that count ad clicks or views. A result page's scripts must not request them. */
const trackingUrlParts =
  '/aclk? /pagead/ /goto? //googleadservices.com/ .googleadservices.com/ .doubleclick.net/'.split(' ')

export function createGooglePages({ fetchPage, renderPage, sandbox, template }: GooglePagesParts): ResultPageSource {
  return {
    open(input) {
      const { locale, device } = input
      const timeMs = Date.now()
      const urlOf = (page: number) => searchUrl(template, { ...input, page, timeMs })
      // After one page has needed the browser, the following pages use it directly.
      let needsBrowser = input.render_js

      async function load(source: PageSource, page: number, work: Work): Promise<ResultPage> {
        const url = urlOf(page)
        const loaded = await source.load({ ...work, url: new URL(url), locale, device, forbidden: trackingUrlParts })
        const { rendered, warnings, body } = loaded
        const parsed = await sandbox.run('readResultPage', [loaded, page], { ...work, releaseBytes: body.byteLength })
        return { page, url, ...parsed, rendered, warnings }
      }

      async function render(page: number, work: Work): Promise<ResultPage> {
        if (!renderPage) throw new ServiceError('browser_unavailable', 'No browser is available on this server')
        work.progress?.(`Rendering result page ${page}`)
        return load(renderPage, page, work)
      }

      return {
        urlOf,
        async read(page, work) {
          if (needsBrowser) return render(page, work)
          work.progress?.(`Fetching result page ${page}`)
          const fetched = await load(fetchPage, page, work)
          if (fetched.status !== 'js_shell') return fetched
          const rendered = await render(page, work).catch((error: unknown) => {
            if (!(error instanceof ServiceError) || !shellErrors.has(error.type)) throw error
            return { ...fetched, rendered: error.type !== 'browser_unavailable' }
          })
          needsBrowser = true
          // A rendered page without any sign of results is still the shell.
          return rendered.status === 'error' ? { ...rendered, status: 'js_shell' } : rendered
        },
      }
    },
  }
}
