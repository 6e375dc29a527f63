/** Requests from simulated clients, with their prices from the price list (docs/api.md, Prices, keys and credits). */

export interface Ask {
  /** Relative frequency. */
  weight: number
  operation: 'scrape' | 'google_ads'
  parameters: Readonly<Record<string, unknown>>
  /** Credits if everything goes well. */
  price: number
  /** Error type for invalid input, or null if the input is valid. */
  refusal: string | null
  /** True if a language model is called. */
  asksModel: boolean
  timeoutMs: number
}

const page = 'https://shop.example/page'
const long = 'https://shop.example/long'
const schema =
  '{"type":"object","properties":{"price":{"type":"number"}},"required":["price"],"additionalProperties":false}'

function scrape(
  weight: number,
  price: number,
  parameters: Record<string, unknown>,
  refusal: string | null = null,
): Ask {
  const timeoutMs = Number(parameters.timeout_ms ?? 30_000)
  return {
    ...{ weight, operation: 'scrape', price, refusal, timeoutMs },
    parameters: { url: page, ...parameters },
    asksModel: parameters.prompt !== undefined,
  }
}

function ads(weight: number, parameters: Record<string, unknown>, refusal: string | null = null): Ask {
  const timeoutMs = Number(parameters.timeout_ms ?? 60_000)
  const common = { price: 5, refusal, timeoutMs, asksModel: false }
  return { weight, operation: 'google_ads', parameters: { query: 'shoes', ...parameters }, ...common }
}

export const asks = {
  page: scrape(6, 1, {}),
  'other page': scrape(2, 1, { url: 'https://other.example/' }),
  links: scrape(2, 1, { output: 'links' }),
  metadata: scrape(1, 1, { output: 'html_head_metadata_json' }),
  'short of time': scrape(2, 1, { timeout_ms: 1000 }),
  rendered: scrape(3, 5, { render_js: true }),
  'first piece': scrape(3, 1, { url: long, max_chars: 300 }),
  'next piece': scrape(4, 1, { url: long, max_chars: 300, offset: 300 }),
  'no match': scrape(1, 1, { css_selector: '.nowhere' }, 'selector_not_matched'),
  prompt: scrape(5, 6, { prompt: 'What does the basic plan cost?' }),
  'other prompt': scrape(3, 6, { prompt: 'Who sells it?' }),
  'prompt short of time': scrape(2, 6, { prompt: 'What does it cost?', timeout_ms: 2000 }),
  'prompt for json': scrape(4, 6, { prompt: `Answer as JSON with this schema: ${schema}` }),
  'rendered prompt': scrape(2, 10, { prompt: 'What does the basic plan cost?', render_js: true }),
  'unknown parameter': scrape(1, 1, { outptu: 'links' }, 'extra_forbidden'),
  'bad selector': scrape(1, 1, { css_selector: 'a[' }, 'value_error'),
  'private address': scrape(1, 1, { url: 'http://10.0.0.1/' }, 'address_refused'),
  ads: ads(3, {}),
  'three pages of ads': ads(2, { pages: 3 }),
  'rendered ads': ads(1, { render_js: true }),
  'ads short of time': ads(1, { timeout_ms: 1000 }),
  'ads without words': ads(1, { query: '' }, 'string_too_short'),
} as const satisfies Record<string, Ask>

export type AskName = keyof typeof asks

/** A request from an honest client. */
export const honestAsk: AskName = 'page'
