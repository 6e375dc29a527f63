/** Where result pages come from: Google itself, by a plain request or in Chromium. */

import type { GoogleAdsInput } from '../contract/google-ads.ts'
import type { Warning } from '../contract/warning.ts'
import type { Deadline } from '../deadline.ts'
import { type ErrorType, ServiceError } from '../errors.ts'
import type { Ad, PageStatus } from '../google-ads/ad.ts'
import { searchUrl } from '../google-ads/search/request.ts'
import type { Page, PageSource } from '../page.ts'
import type { Sandbox } from '../sandbox/pool.ts'
import type { RequestContext } from './request.ts'

/** One page of results, read. */
export interface ResultPage {
  page: number
  /** The address that Google is asked at: no key of a provider ever stands in it. */
  url: string
  status: PageStatus
  ads: Ad[]
  rendered: boolean
  warnings: Warning[]
}

/** One search: its pages, one after the other. */
export interface Search {
  urlOf(page: number): string
  /** Throws a ServiceError when no answer came, or `signal.reason`. A page that Google blocks is an answer. */
  read(page: number, time: Deadline, request: RequestContext): Promise<ResultPage>
}

/** Port: Google itself, or a service that asks it. */
export interface ResultPages {
  open(input: GoogleAdsInput): Search
}

export interface GooglePagesParts {
  fetchPage: PageSource
  /** Null where there is no browser. */
  renderPage: PageSource | null
  sandbox: Sandbox
  /** GLEANER_GOOGLE_URL. */
  template: string
}

// A shell that Google won't replace sends the browser back to itself, until the browser gives up in one of these ways.
const shellFailures: ReadonlySet<ErrorType> = new Set([
  'browser_unavailable',
  'too_many_redirects',
  'invalid_response',
  'response_too_large',
])

/** What counts a click or a view of an advertisement: the scripts of a result page may not ask for it either. */
const trackingAddresses = [
  '/aclk?',
  '/pagead/',
  '/goto?',
  '//googleadservices.com/',
  '.googleadservices.com/',
  '.doubleclick.net/',
]

export function createGooglePages({ fetchPage, renderPage, sandbox, template }: GooglePagesParts): ResultPages {
  async function load(source: PageSource, url: string, page: number, time: Deadline): Promise<ResultPage> {
    const { signal, deadlineAt } = time
    const loaded: Page = await source.load({ url: new URL(url), signal, deadlineAt, forbidden: trackingAddresses })
    const { rendered, warnings, body } = loaded
    const read = await sandbox.run('readResultPage', [loaded, page], { signal, transfer: [body.buffer] })
    return { page, url, ...read, rendered, warnings }
  }

  return {
    open(input) {
      const urlOf = (page: number) => searchUrl(template, { ...input, page })
      // What one page needed, the next one needs as well.
      let needsBrowser = input.render_js

      async function render(page: number, time: Deadline, request: RequestContext): Promise<ResultPage> {
        if (!renderPage) throw new ServiceError('browser_unavailable', 'No browser is available on this server')
        request.progress?.(`Rendering result page ${page}`)
        return load(renderPage, urlOf(page), page, time)
      }

      return {
        urlOf,
        async read(page, time, request) {
          if (needsBrowser) return render(page, time, request)
          request.progress?.(`Fetching result page ${page}`)
          const plain = await load(fetchPage, urlOf(page), page, time)
          if (plain.status !== 'js_shell') return plain
          const rendered = await render(page, time, request).catch((error: unknown) => {
            if (!(error instanceof ServiceError) || !shellFailures.has(error.type)) throw error
            return { ...plain, rendered: error.type !== 'browser_unavailable' }
          })
          needsBrowser = true
          // What is no page of results even in a browser is still the shell.
          return rendered.status === 'error' ? { ...rendered, status: 'js_shell' } : rendered
        },
      }
    },
  }
}
