/** Gets browsers from one address of a farm. Uses a browser only after a test shows that its pages can't bypass our proxy. */

import { randomBytes, randomInt } from 'node:crypto'
import { Agent, request } from 'undici'
import { orLate, succeedsWithin } from '../../base/deadline.ts'
import type { EgressProxy } from '../../fetch/egress/proxy.ts'
import { browserFlags, egressFlags } from '../browser/browser-flags.ts'
import { openConnection } from '../browser/devtools-connection.ts'
import type { LaunchOptions, RunningBrowser } from '../browser/launch-browser.ts'
import { messageBounds } from '../browser/messages.ts'
import { noEvents, openTargets } from '../browser/targets.ts'
import { offersUdp } from '../tab/isolated-world.ts'
import { filterRequests, pausedRequests } from '../tab/request-filter.ts'
import {
  type FarmAddress,
  FarmError,
  type FarmLink,
  failureCode,
  linkLimitMs,
  openFarmLink,
  socketUrl,
  versionUrl,
} from './farm-link.ts'

interface FarmLauncherOptions extends Pick<LaunchOptions, 'userAgent' | 'maxBodyBytes'> {
  address: FarmAddress
  /** The only way out for the farm's pages. */
  egress: EgressProxy
}

/** Returns a function that gets a browser, or throws FarmError. */
export function createFarmLauncher(options: FarmLauncherOptions): () => Promise<RunningBrowser> {
  const { address, egress, userAgent, maxBodyBytes } = options
  const { name } = address
  const { maxEventBytes, maxResultBytes } = messageBounds(maxBodyBytes)
  const maxMessageBytes = Math.max(maxEventBytes, maxResultBytes)
  const flags = [...browserFlags, ...egressFlags(egress.server), `--user-agent=${userAgent}`]

  return async function launch() {
    const url = withLaunchOptions(await findSocket(address), flags)
    const link = await openFarmLink(address, url, maxMessageBytes)
    try {
      const browser = await inTime(name, linkLimitMs, followFarmBrowser(link, options))
      await proveFence(browser, name, egress)
      return browser
    } catch (error) {
      await link.close()
      if (error instanceof FarmError) throw error
      throw new FarmError(`The browser at farm ${name} can't be used: ${failureCode(error)}`, { cause: error })
    }
  }
}

/**
 * Adds `launch={"args":[…]}`, whose flags browserless passes to the browser. Keeps the options in the address, but our flags come last and
 * therefore win. If an endpoint ignores the parameter, the later test decides whether its browser is used.
 */
function withLaunchOptions(socket: URL, flags: readonly string[]): URL {
  const url = new URL(socket)
  if (/\/devtools\/browser\//.test(url.pathname)) return url
  const given = parseOptions(url.searchParams.get('launch') ?? '{}')
  url.searchParams.set('launch', JSON.stringify({ ...given, args: [...(given.args ?? []), ...flags] }))
  return url
}

function parseOptions(json: string): { args?: unknown[] } {
  try {
    const options = JSON.parse(json)
    if (typeof options === 'object' && Array.isArray(options?.args ?? [])) return options ?? {}
  } catch {
    // The error below doesn't repeat the text, which may hold a secret.
  }
  throw new FarmError(
    'The launch options in the browser farm URL must be a JSON object whose args, if any, are an array',
  )
}

const limitMs = 5000
const maxAnswerBytes = 1024 * 1024
/** The server's owner chose the address, so the address policy doesn't apply. */
const dispatcher = new Agent({ pipelining: 0, connect: { timeout: limitMs }, maxResponseSize: maxAnswerBytes })

/**
 * Returns a ws or wss URL unchanged if it has a path. Otherwise requests `/json/version`, where Chromium and browserless give the URL of
 * their socket. If they give none, returns a ws or wss URL unchanged. Throws FarmError.
 */
async function findSocket(address: FarmAddress): Promise<URL> {
  const { url, name } = address
  const isSocket = /^wss?:$/.test(url.protocol)
  if (isSocket && url.pathname !== '/') return url
  const named = await askForSocket(address).catch((error: unknown) => {
    throw new FarmError(`The browser farm ${name} can't be reached: ${failureCode(error)}`, { cause: error })
  })
  if (named === null && !isSocket) throw new FarmError(`${name} is not a DevTools endpoint`)
  return socketUrl(address, named ?? '/')
}

/** Doesn't follow redirects, because they could send a token elsewhere. */
async function askForSocket(address: FarmAddress): Promise<string | null> {
  const { headers } = address
  const response = await request(versionUrl(address), { dispatcher, headers, signal: AbortSignal.timeout(limitMs) })
  const text = await response.body.text()
  try {
    const { webSocketDebuggerUrl: named } = JSON.parse(text)
    return typeof named === 'string' && URL.canParse(named) ? named : null
  } catch {
    return null
  }
}

/** Pings detect a silently lost connection, and stop load balancers from closing an idle one. */
const pingEveryMs = 15_000
const pingLimitMs = 10_000

/** Throws any error from the browser's first commands. */
async function followFarmBrowser(link: FarmLink, options: FarmLauncherOptions): Promise<RunningBrowser> {
  const { address, egress, userAgent, maxBodyBytes } = options
  const { maxPageBytes, ...limits } = messageBounds(maxBodyBytes)
  const connection = openConnection(link.pipe, limits)
  const gone = new AbortController()
  let wasKilled = false
  const ping = setInterval(async () => {
    if (!(await succeedsWithin(pingLimitMs, connection.root.send('Browser.getVersion')))) kill()
  }, pingEveryMs)
  ping.unref()
  let closing: Promise<void> | null = null

  function leave(): void {
    clearInterval(ping)
    connection.end()
    gone.abort()
  }
  void link.closed.then(leave)

  function close(): Promise<void> {
    closing ??= link.close()
    leave()
    return closing
  }

  function kill(): void {
    if (gone.signal.aborted) return
    wasKilled = true
    void close()
  }

  const { root } = connection
  try {
    const { userAgent: own } = await root.send('Browser.getVersion')
    return {
      targets: await openTargets(connection, { maxPageBytes, onIgnored: kill, proxyServer: egress.server }),
      ...{ pid: null, farm: address.name, containment: `of the farm ${address.name}`, gone: gone.signal, kill },
      // A farm that ignores flags uses a different User-Agent.
      ownUserAgent: own === userAgent ? null : userAgent,
      get wasKilled() {
        return wasKilled
      },
      memory: () => 0,
      killLargestChild: () => {},
      end: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const stepLimitMs = 5000

/**
 * Loads URLs that only our proxy answers: one with a host that doesn't exist, and some that browsers request directly by default. A page
 * then checks what it would offer to WebRTC peers, since UDP would bypass the proxy. `name` is the farm's. Throws FarmError.
 */
async function proveFence(browser: RunningBrowser, name: string, egress: EgressProxy): Promise<void> {
  const word = randomBytes(12).toString('hex')
  const port = randomInt(20_000, 60_000)
  const seen = new Set<string>()
  const rehearsal = egress.openSession({
    rehearse(url) {
      seen.add(url.host)
      return `<title>${word}</title>`
    },
  })
  const step = <T>(work: Promise<T>) => inTime(name, stepLimitMs, work)
  try {
    const { session, dispose } = await step(browser.targets.open(noEvents))
    try {
      filterRequests(session, rehearsal, () => true)
      await step(session.send('Fetch.enable', { handleAuthRequests: true, patterns: pausedRequests }))
      const hosts = [
        `${word}.invalid`,
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `[::1]:${port}`,
        `169.254.1.1:${port}`,
      ]
      for (const host of hosts) {
        const { errorText = '' } = await step(session.send('Page.navigate', { url: `http://${host}/${word}` }))
        if (seen.has(host) && errorText === '') continue
        throw host === hosts[0]
          ? unreached(name, egress, errorText)
          : leaking(name, `requests for ${host.replace(/:\d+$/, '')}`)
      }
      await step(session.send('Page.navigate', { url: `https://${word}.invalid:${port}/` }))
      if (!seen.has(`${word}.invalid:${port}`)) throw leaking(name, 'https requests')
      await step(session.send('Page.navigate', { url: `http://${word}.invalid/` }))
      const evaluation = { expression: offersUdp, awaitPromise: true, returnByValue: true }
      const { result } = await step(session.send('Runtime.evaluate', evaluation))
      if (result.value !== false) throw leaking(name, 'UDP of WebRTC')
    } finally {
      await dispose().catch(() => {})
    }
  } finally {
    rehearsal.close()
  }
}

function inTime<T>(name: string, limitMs: number, work: Promise<T>): Promise<T> {
  const tooLate = () => new FarmError(`The browser at farm ${name} is not responding`)
  return orLate(performance.now() + limitMs, tooLate, work)
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
