/** The load of the cluster torture test: each request with its interface and follow-up. It depends only on the seed. */

import { openRandom, seedOf } from '../random.ts'

/** The way in which a request is sent: REST by GET or POST, a batch, or an MCP call in the modern revision or in a legacy session. */
type AskedBy = 'get' | 'post' | 'batch' | 'modern' | 'session'

/** The follow-up to a request, sent to the other node if possible. */
type Sequel =
  /** Reads to the end of the content, alternating between nodes. */
  | 'reads on'
  /** Sends the same request under the same Idempotency-Key to both nodes. */
  | 'repeats'
  /** Cancels the request while it runs. */
  | 'cancels'
  /** Closes the connection while the request runs. */
  | 'leaves'

export interface Ask {
  kind: string
  /** The way in which the page is loaded: fetched without a browser, rendered by a worker, or in another way. */
  path: 'fetched' | 'rendered' | 'other'
  by: AskedBy
  /** Index of the key that sends the request. */
  key: number
  /** Idempotency-Key over REST, or call ID over MCP. It stays the same in repeated requests. */
  name: string
  parameters: Record<string, string>
  /** The URLs of a batch. */
  urls?: string[]
  sequel: Sequel | null
  /** Credits if it succeeds, for each URL. */
  price: number
}

interface Kind {
  weight: number
  parameters(n: number): Record<string, string>
  path?: Ask['path']
  /** Defaults to REST, by GET or POST. */
  by?: 'batch' | 'modern' | 'session'
  /** Paths of a batch. */
  urls?(n: number): string[]
  sequel?: Sequel
}

const page = (n: number) => ({ url: `/page?n=${n}` })
const rendered = (n: number) => ({ url: `/rendered?n=${n}`, render_js: 'true' })
const long = (n: number) => ({ url: `/long?n=${n}`, max_chars: '2000' })
const slow = (n: number) => ({ url: `/slow?n=${n}` })
const noParameters = () => ({})
const noMatch = (n: number) => ({ url: `/page?n=${n}`, css_selector: '#none' })

export const kinds = {
  plain: { weight: 30, parameters: page, path: 'fetched' },
  repeated: { weight: 7, parameters: page, path: 'fetched', sequel: 'repeats' },
  'reading on': { weight: 8, parameters: long, path: 'fetched', sequel: 'reads on' },
  kept: { weight: 12, parameters: keptPage },
  prompt: { weight: 6, parameters: (n) => ({ url: `/page?n=${n}`, prompt: 'What is it?' }) },
  rendered: { weight: 3, parameters: rendered, path: 'rendered' },
  'rendered and kept': { weight: 3, parameters: keptRender },
  'no match': { weight: 2, parameters: noMatch },
  missing: { weight: 2, parameters: (n) => ({ url: `/missing?n=${n}` }) },
  unreachable: { weight: 2, parameters: (n) => ({ url: `/reset?n=${n}` }) },
  'refused input': { weight: 2, parameters: () => ({ url: '/page', output: 'pdf' }) },
  batch: { weight: 3, parameters: noParameters, urls: batchOf, by: 'batch' },
  'batch left': { weight: 2, parameters: noParameters, urls: batchOf, by: 'batch', sequel: 'leaves' },
  'mcp 2026': { weight: 8, parameters: page, path: 'fetched', by: 'modern' },
  'mcp 2025': { weight: 6, parameters: page, path: 'fetched', by: 'session' },
  'mcp 2026 reading on': { weight: 2, parameters: long, path: 'fetched', by: 'modern', sequel: 'reads on' },
  'mcp 2025 reading on': { weight: 2, parameters: long, path: 'fetched', by: 'session', sequel: 'reads on' },
  'mcp 2026 rendered': { weight: 1, parameters: rendered, path: 'rendered', by: 'modern' },
  'mcp 2025 no match': { weight: 1, parameters: noMatch, by: 'session' },
  'mcp 2025 cancelled': { weight: 2, parameters: slow, by: 'session', sequel: 'cancels' },
  'mcp 2026 left': { weight: 1, parameters: slow, by: 'modern', sequel: 'leaves' },
} satisfies Record<string, Kind>

function keptPage(n: number): Record<string, string> {
  return { url: `/page?kept=${n % 7}`, max_age_s: '20', output: n % 2 ? 'links' : 'markdown' }
}

/** Some URLs repeat, are slow or fail. */
function batchOf(n: number): string[] {
  const paths = Array.from({ length: 8 + (n % 9) }, (_, at) => `/page?n=${n}-${at}`)
  return [...paths, `/page?n=${n}-0`, `/slow?n=${n}`, `/missing?n=${n}`, `/reset?n=${n}`, `/long?n=${n}`]
}

function keptRender(n: number): Record<string, string> {
  return { url: `/rendered?kept=${n % 3}`, render_js: 'true', max_age_s: '20' }
}

const entries = Object.entries(kinds) as [string, Kind][]
const weights = entries.map(([name, { weight }]) => [weight, name] as const)

interface AskOptions {
  seed: number
  /** Number of keys. */
  keys: number
  /** URL of the site. */
  site: string
}

/** Draws request number `index`, independently of the requests before it. */
export function drawAsk(index: number, { seed, keys, site }: AskOptions): Ask {
  const random = openRandom(seedOf(seed, index))
  const kind = random.weighted(weights)
  const { parameters: create, path = 'other', by, urls, sequel = null } = (kinds as Record<string, Kind>)[kind] as Kind
  const parameters: Record<string, string> = create(index)
  const isRendered = parameters.render_js === 'true'
  return {
    ...{ kind, path, sequel, key: random.integer(0, keys - 1), name: `ask-${index}` },
    by: by ?? (random.chance(0.4) ? 'get' : 'post'),
    price: 1 + (isRendered ? 4 : 0) + (parameters.prompt ? 5 : 0),
    ...(urls && { urls: urls(index).map((path) => site + path) }),
    parameters: { ...parameters, ...(parameters.url && { url: site + parameters.url }), timeout_ms: '12000' },
  }
}

/** Returns the request for the next piece of the same content. */
export function pieceOf(ask: Ask, piece: number, offset: number): Ask {
  return { ...ask, name: `${ask.name}-${piece}`, parameters: { ...ask.parameters, offset: String(offset) } }
}

/** Returns an extra request during a fault, to check whether a page can currently be fetched or rendered. */
export function probeOf(path: 'fetched' | 'rendered', name: string, site: string): Ask {
  const own = path === 'fetched' ? page : rendered
  const parameters: Record<string, string> = own(0)
  parameters.url = `${site}${parameters.url?.replace('n=0', name)}`
  return {
    ...{ kind: `probe: ${path}`, path, by: 'get', key: 0, name, sequel: null, price: path === 'fetched' ? 1 : 5 },
    parameters: { ...parameters, timeout_ms: '12000' },
  }
}
