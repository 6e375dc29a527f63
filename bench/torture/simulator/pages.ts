/** Engines simulated according to the plan. Their pages arrive on time, late, broken or never, or an engine throws one of its errors. */

import { readFileSync } from 'node:fs'
import { ServiceError } from '../../../src/base/errors.ts'
import type { Page, PageRequest, PageSource } from '../../../src/page/page.ts'
import type { Places } from './places.ts'
import { type PageFate, pageErrors } from './plan.ts'
import type { World } from './world.ts'

const latenciesMs = [4, 17, 2, 60, 9]

const plans = `<!doctype html><html lang="en"><head><title>Plans</title><meta name="description" content="What it costs"></head>
<body><main><h1>Plans</h1><p>The basic plan costs 12.50 euros a month. Write to <a href="mailto:sales@shop.example">sales</a>.</p>
<p>More about it on <a href="/terms">the page of terms</a>, which every customer ought to read with care.</p></main></body></html>`
const sentence = 'The basic plan costs 12.50 euros a month, and every customer ought to read the terms with care. '
const long = `<!doctype html><title>Long</title><main><h1>Long</h1>${`<p>${sentence}${sentence}</p>`.repeat(12)}</main>`
const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>'
const nested = `<!doctype html><title>Nested</title>${'<div>'.repeat(1200)}deep`

const google = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/google-ads/${name}.html`, import.meta.url), 'utf8')
const results = google('text-2020-lite')
const googleFates: Partial<Record<PageFate, string>> = {
  shell: google('js-shell'),
  captcha: google('captcha'),
  empty: google('no-results'),
}

const fates: Partial<Record<PageFate, Partial<Page> & { html?: string }>> = {
  'status 404': { status: 404, html: '<title>Gone</title><p>There is nothing here.</p>' },
  'status 503': { status: 503, html: '<title>Later</title><p>Come back later.</p>' },
  empty: { status: 204, html: '', contentType: null },
  picture: { contentType: 'image/png', mediaType: 'image/png', html: '\u0089PNG' },
  garbage: { html: '<\u0000<!DOCTYPE<p a=\'"<<</p></<table><svg><![CDATA[ -->\uffff' },
  nested: { html: nested },
  shell: { html: shell },
  incomplete: { complete: false },
}

export function createPlayedEngine(world: World, engine: 'fetch' | 'browser', places: Places): PageSource {
  let loads = 0
  async function load({ url, signal, share }: PageRequest): Promise<Page> {
    const trace = world.trace()
    const fault = world.next('page', engine)
    const fate = fault?.fate
    const isGoogle = url.host.startsWith('www.google.')
    trace?.reach('loading')
    await sleepUnder(world, latenciesMs[loads++ % latenciesMs.length] ?? 0, signal)
    if (fate === 'hangs') await sleepUnder(world, Number.POSITIVE_INFINITY, signal)
    if (fault && fate === 'slow') await sleepUnder(world, fault.ms, signal)
    if (fate === 'breaks') throw new TypeError('a bug in an engine')
    if (fate === 'captcha' && !isGoogle) throw new ServiceError('target_blocked', 'The page is a captcha')
    const error = pageErrors.find((type) => type === fate)
    if (error) throw new ServiceError(error, `The plan says ${error}`)
    const { html, ...fields } = (fate && fates[fate]) ?? {}
    const source = isGoogle ? ((fate && googleFates[fate]) ?? html ?? results) : (html ?? pageAt(url))
    const page: Page = {
      ...{
        url: url.href,
        finalUrl: url.href,
        status: 200,
        contentType: 'text/html; charset=utf-8',
        mediaType: 'text/html',
      },
      ...{ charset: 'UTF-8', headers: {}, rendered: engine === 'browser', complete: true, warnings: [] },
      ...fields,
      body: new Uint8Array(Buffer.from(source)),
    }
    share.take(page.body.byteLength)
    trace?.loaded.push({ status: page.status, isRendered: page.rendered })
    trace?.reach('loaded')
    return page
  }

  return {
    async load(request: PageRequest): Promise<Page> {
      const { url, signal, share } = request
      const place = engine === 'browser' ? places.browser : null
      const release = await (place?.acquire(signal, share.keyId) ??
        places.hosts.acquire(url.hostname, signal, share.keyId))
      try {
        return await load(request)
      } finally {
        release()
      }
    },
    async close() {},
  }
}

function pageAt(url: URL): string {
  return url.pathname === '/long' ? long : plans
}

/** Waits on the simulated clock, or throws `signal.reason` if the signal aborts first. */
export async function sleepUnder(world: World, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = Number.isFinite(ms)
      ? setTimeout(() => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }, ms)
      : undefined
    signal.addEventListener('abort', onAbort, { once: true })
  })
  if (world.clock.now() < 0) throw new Error('time runs backwards')
}
