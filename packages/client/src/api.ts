/** Types and paths of the API, generated from its OpenAPI document by `npm run docs`. Do not edit. */

/** What went wrong, as a constant that programs can compare. */
export type ErrorType =
  | 'missing'
  | 'string_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'url_parsing'
  | 'url_scheme'
  | 'int_parsing'
  | 'float_parsing'
  | 'bool_parsing'
  | 'enum'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'extra_forbidden'
  | 'value_error'
  | 'address_refused'
  | 'selector_not_matched'
  | 'bad_request'
  | 'unauthorized'
  | 'insufficient_credits'
  | 'forbidden_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'idempotency_in_progress'
  | 'idempotency_not_kept'
  | 'idempotency_mismatch'
  | 'request_too_large'
  | 'rate_limited'
  | 'target_unreachable'
  | 'target_blocked'
  | 'too_many_redirects'
  | 'response_too_large'
  | 'unsupported_content_type'
  | 'invalid_response'
  | 'model_failed'
  | 'overloaded'
  | 'browser_unavailable'
  | 'model_not_configured'
  | 'storage_unavailable'
  | 'target_timeout'
  | 'internal'

/** Parameters of `scrape`. Scrape a web page. */
export interface ScrapeParameters {
  /** Page to scrape: an absolute http or https URL, without user name or password. */
  url: string
  /** What to return: markdown (clean text for a model), raw_html (as received), clean_html (no scripts, styles or trackers), html_head_metadata_json (title, description, Open Graph, JSON-LD), links = all_links, internal_links, external_links, emails = email_addresses, images. */
  output?: 'markdown' | 'raw_html' | 'clean_html' | 'html_head_metadata_json' | 'links' | 'all_links' | 'internal_links' | 'external_links' | 'emails' | 'email_addresses' | 'images'
  /** Keep only the parts of the page that match this CSS selector. No match is an error. */
  css_selector?: string
  /** Load the page in a browser and run its scripts: for pages that are empty without JavaScript. Slower; 4 credits more. */
  render_js?: boolean
  /** Question or instruction that a language model answers from this page alone; content is then its answer. 5 credits more. */
  prompt?: string
  /** Largest piece of content to return, in characters; the rest follows with offset. */
  max_chars?: number
  /** Where in content to start, in characters. Reading on from next_offset within 15 minutes, all else equal, is not fetched again and costs nothing. */
  offset?: number
  /** Return only the passages of the markdown that have to do with this text, with their offsets, found without a model: 4,000 characters unless max_chars says else. */
  highlights?: string
  /** Fetch plainly, and load in a browser only when the page is empty without its scripts, or has no match of wait_for: 1 credit, or 5 when it was rendered. Use it when you do not know whether the page needs JavaScript. */
  render_if_needed?: boolean
  /** Markdown only: keep the main content, drop navigation, advertisements and footers; false converts the whole body. Not used with css_selector. */
  main_content?: boolean
  /** Take the parts that match this CSS selector out of the page, before css_selector and all outputs but raw_html and metadata. */
  exclude_selector?: string
  /** Markdown only: false keeps the words of links without their addresses, which saves tokens. */
  include_links?: boolean
  /** Markdown only: false leaves pictures out. */
  include_images?: boolean
  /** Markdown only: YAML with title, url, author, published_at, language, site_name and fetched_at stands before the text. */
  front_matter?: boolean
  /** Up to 5 further outputs of the same page, whole, in extra: one fetch, one price. Not with prompt or offset. */
  extra_outputs?: Array<'markdown' | 'raw_html' | 'clean_html' | 'html_head_metadata_json' | 'links' | 'all_links' | 'internal_links' | 'external_links' | 'emails' | 'email_addresses' | 'images'>
  /** JSON Schema, of type object, that a language model fills from this page alone: content is then that object, with null for what the page does not say. 5 credits more, once. */
  json_schema?: Record<string, unknown>
  /** Fields by CSS selector, without a model: content is then an object. A rule is "selector", "selector@attribute" or {selector, type: item, list or table, output: "@attribute" or rules within the match}. */
  extract_rules?: Record<string, unknown>
  /** Use a page that this key fetched at most so many seconds ago, for nothing; 0 fetches. */
  max_age_s?: number
  /** CSS selector that must match before a rendered page is complete; needs render_js or render_if_needed. */
  wait_for?: string
  /** Language to ask for, as a BCP 47 tag. */
  locale?: string
  /** Request headers for the origin of url, such as Authorization: sent to no other origin, never logged or echoed. */
  headers?: Record<string, string>
  /** Cookies for the origin of url: sent to no other origin, never logged or echoed. */
  cookies?: Record<string, string>
  /** Language model for prompt or json_schema; needs one of them. Default: chosen by the server. */
  model?: string
  /** Time limit for the whole request, in milliseconds. */
  timeout_ms?: number
}

/** Result of `scrape`. Scrape a web page. */
export interface ScrapeResult {
  /** URL that was asked for. */
  url: string
  /** URL of the page after all redirects. */
  final_url: string
  /** HTTP status of the target's response. */
  status_code: number
  /** The target's `Content-Type`. */
  content_type: string | null
  /** Title of the page, at most 1,000 characters. */
  title: string | null
  /** The output that was asked for. */
  output: 'markdown' | 'raw_html' | 'clean_html' | 'html_head_metadata_json' | 'links' | 'all_links' | 'internal_links' | 'external_links' | 'emails' | 'email_addresses' | 'images'
  /** The page in this output, or one piece of it; with prompt the language model's answer, with json_schema an object of that form, with extract_rules the fields. */
  content: string | Array<{
    url: string
    text: string
    internal: boolean | null
  }> | Array<{
    url: string
    alt: string
    width: number | null
    height: number | null
  }> | Array<string> | {
    title?: string | null
    description?: string | null
    canonical?: string | null
    language?: string | null
    author?: string | null
    published_at?: string | null
    modified_at?: string | null
    site_name?: string | null
    favicon?: string | null
    open_graph?: Record<string, string | Array<string>>
    twitter?: Record<string, string | Array<string>>
    json_ld?: Array<unknown>
    alternates?: Array<{
      url: string
      hreflang: string | null
      type: string | null
      title: string | null
    }>
    sources?: Partial<Record<'title' | 'description' | 'author' | 'published_at' | 'modified_at' | 'site_name', string>>
  } | Record<string, unknown>
  /** Whether the page was loaded in a browser. */
  rendered: boolean
  /** False when rendering was cut by the time limit. */
  complete: boolean
  /** Length of the whole content, in characters. */
  total_chars: number
  /** Where this piece starts in the whole content. */
  offset: number
  /** Offset to ask for next. Null on the last piece. */
  next_offset: number | null
  /** Tokens of this piece for a language model, by estimate. */
  content_tokens: number
  /** Headings of the whole content, with the first piece of markdown that goes on; else null. */
  outline: Array<{
    /** Level of the heading. */
    level: number
    /** What it says, without markup. */
    text: string
    /** Where it starts in the whole content. */
    offset: number
  }> | null
  /** The passages that content consists of, where highlights asked for them; else null. */
  highlights: Array<{
    /** Where the passage starts in the whole markdown. */
    offset: number
    /** Its length there, in characters. */
    chars: number
    /** Heading that it stands under. */
    heading: string | null
    /** How much it has to do with the text, beside the other passages. */
    score: number
  }> | null
  /** What extra_outputs names, by name and in its order, whole; null for one that the page does not have. Null without extra_outputs. */
  extra: Partial<Record<'markdown' | 'raw_html' | 'clean_html' | 'html_head_metadata_json' | 'links' | 'all_links' | 'internal_links' | 'external_links' | 'emails' | 'email_addresses' | 'images', string | Array<{
    url: string
    text: string
    internal: boolean | null
  }> | Array<{
    url: string
    alt: string
    width: number | null
    height: number | null
  }> | Array<string> | {
    title?: string | null
    description?: string | null
    canonical?: string | null
    language?: string | null
    author?: string | null
    published_at?: string | null
    modified_at?: string | null
    site_name?: string | null
    favicon?: string | null
    open_graph?: Record<string, string | Array<string>>
    twitter?: Record<string, string | Array<string>>
    json_ld?: Array<unknown>
    alternates?: Array<{
      url: string
      hreflang: string | null
      type: string | null
      title: string | null
    }>
    sources?: Partial<Record<'title' | 'description' | 'author' | 'published_at' | 'modified_at' | 'site_name', string>>
  } | Record<string, unknown> | null>> | null
  /** Whether max_age_s gave a page that another request has fetched. */
  from_cache: boolean
  /** The language model that answered prompt or filled json_schema. Null when none was asked. */
  model: string | null
  /** What the answer cost in tokens. Null without a model, and where the model does not say. */
  usage: {
    /** Tokens that the language model read. */
    input_tokens: number
    /** Tokens that it wrote. */
    output_tokens: number
  } | null
  /** What to know about this result. */
  warnings: Array<{
    /** What the warning is about, for a program. */
    code: 'target_status' | 'render_incomplete' | 'wait_for_not_met' | 'foreign_frame' | 'main_content_uncertain' | 'needs_javascript' | 'charset_guessed' | 'hidden_text_removed' | 'hidden_text_kept' | 'input_truncated' | 'answer_cut' | 'ungrounded' | 'extra_cut' | 'no_text' | 'layout_changed'
    /** The same in words. */
    message: string
  }>
  /** What this request cost, in credits. */
  credits_charged: number
  /** Credits that the key has left. Null for an unlimited key and where there are no keys. */
  credits_remaining: number | null
  /** When the page was fetched, ISO 8601 in UTC. */
  fetched_at: string
  /** Names this request in logs. */
  request_id: string
}

/** Parameters of `googleAds`. Read the ads of a Google search. */
export interface GoogleAdsParameters {
  /** What to search for. */
  query: string
  /** Ending of the Google domain to search on. Without it: com. */
  domain?: string
  /** Interface language and region as a BCP 47 tag. */
  locale?: string
  /** Place that the search is made from: <region>,<country> or a longer canonical place name, a country, or a point with or without radius. */
  geo_location?: string
  /** Kind of device that the search is made from. */
  device?: 'desktop' | 'mobile' | 'tablet'
  /** First result page to read. */
  start_page?: number
  /** How many result pages to read; the price is the same. */
  pages?: number
  /** Load the pages in a browser from the start. With false that happens only where a page needs it. */
  render_js?: boolean
  /** markdown adds a readable content beside the list of ads; json gives the list alone. */
  output?: 'markdown' | 'json'
  /** Time limit for the whole request, in milliseconds. */
  timeout_ms?: number
}

/** Result of `googleAds`. Read the ads of a Google search. */
export interface GoogleAdsResult {
  /** The query that was asked for. */
  query: string
  /** Ending of the Google domain that was searched. */
  domain: string
  /** The locale that was asked for. */
  locale: string | null
  /** The place that was asked for. */
  geo_location: string | null
  /** The output that was asked for. */
  output: 'markdown' | 'json'
  /** Ads and pages as markdown. Null with output=json. */
  content: string | null
  /** All ads, in the order of the pages. A field that an ad does not have is null, a list empty. */
  ads: Array<{
    /** Result page that shows the ad. */
    page: number
    /** Where on the page it is. */
    block: 'top' | 'bottom' | 'right' | 'middle' | 'local'
    /** Its place within page and block, from 1. */
    position: number
    /** Kind of advertisement. */
    kind: 'text' | 'shopping' | 'hotel' | 'travel' | 'local' | 'call' | 'app' | 'vehicle' | 'store' | 'video'
    /** Headline. */
    title: string | null
    /** The advertiser's page. Null where the result page does not have it; never a Google URL. */
    url: string | null
    /** URL as the ad shows it. */
    displayed_url: string | null
    /** Text below the headline. */
    description: string | null
    /** Name of the advertiser or shop. */
    advertiser: string | null
    /** Google's click URL. It is reported and never requested. */
    tracking_url: string | null
    /** Further links of the ad. */
    sitelinks: Array<{
      /** Text of the link. */
      title: string
      /** The advertiser's page. */
      url: string | null
      /** Text below the link. */
      description: string | null
    }>
    /** Telephone number. */
    phone: string | null
    /** Price as it is shown. */
    price: string | null
    /** Price before, as it is shown: crossed out, or named so. */
    old_price: string | null
    /** Rating out of 5. One on another scale is scaled where the page tells the scale, and null where it does not. */
    rating: number | null
    /** Number of reviews that the rating is made of. */
    reviews: number | null
    /** Callouts, structured snippets and promotions, as they read, in their order. Empty where there are none. */
    extensions: Array<string>
    /** Picture of the ad, an https URL. Null where the page holds the picture itself. */
    image_url: string | null
    /** Street address or place of the business. */
    address: string | null
  }>
  /** The result pages that were asked for, in their order. */
  pages: Array<{
    /** Number of the result page. */
    page: number
    /** URL that Google is asked at. */
    url: string
    /** How reading the page went. */
    status: 'ok' | 'no_ads' | 'no_results' | 'consent' | 'captcha' | 'js_shell' | 'layout_changed' | 'blocked' | 'error'
    /** Number of ads on it. */
    ads: number
    /** Whether the page was loaded in a browser. */
    rendered: boolean
  }>
  /** What to know about this result. */
  warnings: Array<{
    /** What the warning is about, for a program. */
    code: 'target_status' | 'render_incomplete' | 'wait_for_not_met' | 'foreign_frame' | 'main_content_uncertain' | 'needs_javascript' | 'charset_guessed' | 'hidden_text_removed' | 'hidden_text_kept' | 'input_truncated' | 'answer_cut' | 'ungrounded' | 'extra_cut' | 'no_text' | 'layout_changed'
    /** The same in words. */
    message: string
  }>
  /** What this request cost, in credits. */
  credits_charged: number
  /** Credits that the key has left. Null for an unlimited key and where there are no keys. */
  credits_remaining: number | null
  /** When the page was fetched, ISO 8601 in UTC. */
  fetched_at: string
  /** Names this request in logs. */
  request_id: string
}

/** Parameters of `explain`. What scrape keeps of a page as its main content, what it drops, and why. */
export interface ExplainParameters {
  /** Page to scrape: an absolute http or https URL, without user name or password. */
  url: string
  /** Load the page in a browser and run its scripts: for pages that are empty without JavaScript. Slower; 4 credits more. */
  render_js?: boolean
  /** Time limit for the whole request, in milliseconds. */
  timeout_ms?: number
}

/** Result of `explain`. What scrape keeps of a page as its main content, what it drops, and why. */
export interface ExplainResult {
  /** URL that was asked for. */
  url: string
  /** URL of the page after all redirects. */
  final_url: string
  /** HTTP status of the target's response. */
  status_code: number
  /** Title of the page. */
  title: string | null
  /** Kind of the page. Null for a page without a body. */
  kind: string | null
  /** Chance of each kind of page; they add up to 1. */
  kinds: Record<string, number>
  /** The F1 that the choice is expected to reach. */
  confidence: number
  /** What is dropped: all that reads unlike content, less, what tags set apart, or nothing. */
  level: 'strict' | 'loose' | 'tags' | 'nothing'
  /** Parts that are kept, in document order. */
  kept: Array<{
    /** Place among all parts, kept and dropped, in document order, from 0. */
    order: number
    /** Tags and names from the body down. */
    where: string
    /** Why the part is kept or dropped. */
    reason: string
    /** Mean chance of its text to be content, by words. */
    chance: number
    /** Length of its text, in characters. */
    chars: number
    /** How its text begins. */
    text: string
  }>
  /** Parts that are dropped, in document order. */
  dropped: Array<{
    /** Place among all parts, kept and dropped, in document order, from 0. */
    order: number
    /** Tags and names from the body down. */
    where: string
    /** Why the part is kept or dropped. */
    reason: string
    /** Mean chance of its text to be content, by words. */
    chance: number
    /** Length of its text, in characters. */
    chars: number
    /** How its text begins. */
    text: string
  }>
  /** What to know about this page. */
  warnings: Array<{
    /** What the warning is about, for a program. */
    code: 'target_status' | 'render_incomplete' | 'wait_for_not_met' | 'foreign_frame' | 'main_content_uncertain' | 'needs_javascript' | 'charset_guessed' | 'hidden_text_removed' | 'hidden_text_kept' | 'input_truncated' | 'answer_cut' | 'ungrounded' | 'extra_cut' | 'no_text' | 'layout_changed'
    /** The same in words. */
    message: string
  }>
  /** What this request cost, in credits. */
  credits_charged: number
  /** Credits that the key has left. Null for an unlimited key and where there are no keys. */
  credits_remaining: number | null
  /** When the page was fetched, ISO 8601 in UTC. */
  fetched_at: string
  /** Names this request in logs. */
  request_id: string
}

/** Parameters of `account`. The account of the key. */
export type AccountParameters = Record<string, never>

/** Result of `account`. The account of the key. */
export interface AccountResult {
  /** Null where the service runs without keys. */
  key_id: string | null
  name: string | null
  /** Null: unlimited. */
  credits_remaining: number | null
  credits_used: number
  /** The key's own limit, beside the server's. Null: none. */
  rate_limit: {
    limit: number
    window_s: number
  } | null
}

/** Parameters of `accountUsage`. What the key did. */
export interface AccountUsageParameters {
  /** First day, YYYY-MM-DD. Without it: 29 days before the last one. */
  from?: string
  /** Last day, YYYY-MM-DD. Without it: today. */
  to?: string
}

/** Result of `accountUsage`. What the key did. */
export interface AccountUsageResult {
  key_id: string | null
  from: string
  to: string
  usage: Array<{
    day: string
    operation: string
    /** Requests that gave a result. */
    requests: number
    /** Requests that failed: charged only once a call of the language model had begun. */
    failed: number
    /** Charged for them. */
    credits: number
  }>
}

/** Every operation, by the name of its method. */
export interface Operations {
  scrape: { parameters: ScrapeParameters; result: ScrapeResult }
  googleAds: { parameters: GoogleAdsParameters; result: GoogleAdsResult }
  explain: { parameters: ExplainParameters; result: ExplainResult }
  account: { parameters: AccountParameters; result: AccountResult }
  accountUsage: { parameters: AccountUsageParameters; result: AccountUsageResult }
}

/** Path of each operation, and whether it takes its parameters as a JSON object. */
export const routes: Readonly<Record<keyof Operations, { path: string; takesJson: boolean }>> = {
  scrape: { path: '/v1/scrape', takesJson: true },
  googleAds: { path: '/v1/google_ads', takesJson: true },
  explain: { path: '/v1/explain', takesJson: false },
  account: { path: '/v1/account', takesJson: false },
  accountUsage: { path: '/v1/account/usage', takesJson: false },
}
