/** Tests, before the first page, that a farm's browser sends all requests through our egress proxy. */

import { randomBytes, randomInt } from 'node:crypto'
import { orLate } from '../../base/deadline.ts'
import type { EgressProxy } from '../../fetch/egress/proxy.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import type { RunningBrowser } from '../browser/running-browser.ts'
import { offersUdp } from '../tab/page-scripts.ts'
import { filterRequests, pausedRequests } from '../tab/request-filter.ts'
import { FarmError } from './farm-address.ts'

const stepLimitMs = 5000

/**
 * Loads URLs that only our proxy answers: one with a host that doesn't exist, and some that browsers request directly by default. A page
 * then checks what it would offer to WebRTC peers, since UDP would bypass the proxy. `name` is the farm's. Throws FarmError.
 */
export async function proveFence(browser: RunningBrowser, name: string, egress: EgressProxy): Promise<void> {
  const word = randomBytes(12).toString('hex')
  const port = randomInt(20_000, 60_000)
  const seen = new Set<string>()
  const rehearsal = egress.openSession({
    rehearse(url) {
      seen.add(url.host)
      return `<title>${word}</title>`
    },
  })
  const ignore = () => {}
  const events = { onEnd: ignore, onPopUp: ignore, onUsedUp: ignore, onFramesUsedUp: ignore }
  const tooLate = () => new FarmError(`The browser at farm ${name} is not responding`)
  const inTime = <T>(work: Promise<T>) => orLate(performance.now() + stepLimitMs, tooLate, work)
  try {
    const { session, dispose } = await inTime(browser.targets.open(events))
    try {
      filterRequests(session, rehearsal, () => true)
      await inTime(session.send('Fetch.enable', { handleAuthRequests: true, patterns: pausedRequests }))
      const hosts = [
        `${word}.invalid`,
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `[::1]:${port}`,
        `169.254.1.1:${port}`,
      ]
      for (const host of hosts) {
        const { errorText = '' } = await inTime(session.send('Page.navigate', { url: `http://${host}/${word}` }))
        if (seen.has(host) && errorText === '') continue
        throw host === hosts[0] ? unreached(name, egress, errorText) : leaking(name, `requests for ${hostName(host)}`)
      }
      await inTime(session.send('Page.navigate', { url: `https://${word}.invalid:${port}/` }))
      if (!seen.has(`${word}.invalid:${port}`)) throw leaking(name, 'https requests')
      await inTime(session.send('Page.navigate', { url: `http://${word}.invalid/` }))
      if (await inTime(mayLeak(session))) throw leaking(name, 'UDP of WebRTC')
    } finally {
      await dispose().catch(ignore)
    }
  } finally {
    rehearsal.close()
  }
}

async function mayLeak({ send }: PageSession): Promise<boolean> {
  const { result } = await send('Runtime.evaluate', { expression: offersUdp, awaitPromise: true, returnByValue: true })
  return result.value !== false
}

function hostName(host: string): string {
  return host.replace(/:\d+$/, '')
}

function unreached(name: string, { server }: EgressProxy, errorText: string): FarmError {
  const words = `The browser at farm ${name} does not load pages through Gleaner's proxy at ${server}`
  const why = errorText === '' ? '' : ` (${errorText})`
  return new FarmError(`${words}${why}: set GLEANER_EGRESS_URL to the URL at which the farm reaches this process`)
}

function leaking(name: string, what: string): FarmError {
  const words = `The browser at farm ${name} bypasses Gleaner's proxy for ${what}`
  return new FarmError(`${words}: it must accept Gleaner's flags, or be started with the flags in docs/rendering.md`)
}
