/** Types and paths of the API, generated from its OpenAPI document by `npm run docs`. Do not edit. */

/** The kind of an error, as a constant that programs can compare. */
export type ErrorType = 'missing' | 'string_type' | 'string_too_short' | 'string_too_long' | 'url_parsing' | 'url_scheme' | 'int_parsing' | 'float_parsing' | 'bool_parsing' | 'enum' | 'greater_than_equal' | 'less_than_equal' | 'extra_forbidden' | 'value_error' | 'address_refused' | 'selector_not_matched' | 'bad_request' | 'unauthorized' | 'insufficient_credits' | 'forbidden_origin' | 'not_found' | 'method_not_allowed' | 'idempotency_in_progress' | 'idempotency_not_kept' | 'idempotency_mismatch' | 'unsupported_media_type' | 'request_too_large' | 'rate_limited' | 'target_unreachable' | 'target_blocked' | 'too_many_redirects' | 'response_too_large' | 'unsupported_content_type' | 'invalid_response' | 'model_failed' | 'overloaded' | 'browser_unavailable' | 'model_not_configured' | 'storage_unavailable' | 'target_timeout' | 'internal'

/** An output of `scrape`. */
export type Output = 'markdown' | 'text' | 'raw_html' | 'clean_html' | 'html_head_metadata_json' | 'links' | 'all_links' | 'internal_links' | 'external_links' | 'emails' | 'email_addresses' | 'images' | 'screenshot'

/** A link on a page. `internal` is null for URLs other than http and https. */
export interface Link {
  url: string
  text: string
  internal: boolean | null
}

/** An image on a page. A size that is not given is null. */
export interface Image {
  url: string
  alt: string
  width: number | null
  height: number | null
}

/** The metadata of a page. A piece of it has only some of the fields. */
export interface Metadata {
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
}

/** The content of a result, for any output. */
export type Content = string | Array<Link> | Array<Image> | Array<string> | {
  media_type: string
  width: number
  height: number
  bytes: number
  data: string
} | Metadata | Record<string, unknown>

/** A caveat about a result. */
export interface Warning {
  /** Machine-readable code of the warning. */ code: 'target_status' | 'login_page' | 'consent_page' | 'not_found_page' | 'parked_domain' | 'error_page' | 'paywalled' | 'empty_page' | 'render_incomplete' | 'screenshot_cut' | 'wait_for_not_met' | 'body_incomplete' | 'foreign_frame' | 'embedded_document' | 'main_content_uncertain' | 'needs_javascript' | 'render_empty' | 'charset_guessed' | 'hidden_text_removed' | 'running_text_removed' | 'continues_on_next_page' | 'several_articles' | 'hidden_text_kept' | 'input_truncated' | 'answer_cut' | 'ungrounded' | 'extra_cut' | 'no_highlights' | 'no_text' | 'text_garbled' | 'document_cut' | 'comments_removed' | 'layout_changed'
  /** Message for a person. */ message: string
}

/** A part of a page that `scrape` keeps or drops. */
export interface PagePart {
  /** Position in document order among all kept and dropped parts, from 0. */ order: number
  /** Path to the part from the body, as tags, IDs and classes. */ where: string
  /** Reason for keeping or dropping the part. */ reason: string
  /** Probability that its text is content, averaged over its words. */ chance: number
  /** Length of its text, in characters. */ chars: number
  /** Start of its text. */ text: string
}

/** The last fields of a result. */
export interface Receipt {
  /** Credits charged for this request. */ credits_charged: number
  /** Credits left on the key. Null for an unlimited key, or if there are no keys. */ credits_remaining: number | null
  /** When the page was fetched, in ISO 8601 format (UTC). */ fetched_at: string
  /** Identifies this request in logs. */ request_id: string
}

/** Parameters of `scrape`. Scrape a web page. */
export interface ScrapeParameters {
  /** Absolute http or https URL, without user name or password. */ url: string
  /** Output format. text: markdown without markup; raw_html: as received; clean_html: no scripts, styles or trackers; html_head_metadata_json: title, description, Open Graph, JSON-LD; all_links = links; email_addresses = emails; screenshot: PNG of the rendered page. */ output?: Output
  /** Keep only matches of this CSS selector. Fails if nothing matches. */ css_selector?: string
  /** Load the page in a browser, for pages that are empty without JavaScript. Slower; +4 credits. */ render_js?: boolean
  /** Question or instruction for a language model that reads only this page; content is its answer. +5 credits. */ prompt?: string
  /** Maximum length of content, in characters. To read on, use offset. */ max_chars?: number
  /** The same limit in estimated tokens. The stricter one applies. */ max_tokens?: number
  /** Position in content to start from, in characters. Reading on within 15 minutes is free if all else is unchanged. */ offset?: number
  /** Return only the passages of the markdown that are relevant to this query, best first. Uses no LLM. Default limit: 4,000 characters. */ highlights?: string
  /** Check whether the page contains these 1–10 quotes; content is the report. `…` stands for an omission. Uses no LLM. */ quotes?: Array<string>
  /** Use instead of render_js if unsure: renders only if the page is empty without JavaScript or nothing matches wait_for. +4 credits if rendered. */ render_if_needed?: boolean
  /** For markdown and text: drop navigation, ads and footers; false keeps the whole body. Ignored with css_selector. */ main_content?: boolean
  /** Remove matches of this CSS selector before css_selector applies. No effect on raw_html or metadata. */ exclude_selector?: string
  /** Read only these pages of a PDF, slides of a presentation or sheets of a workbook. */ document_pages?: string
  /** Read one file of a ZIP, attachment of an e-mail or page of a web archive, by name. */ entry?: string
  /** Markdown only: false keeps only the text of links. */ include_links?: boolean
  /** Markdown only: false drops images. */ include_images?: boolean
  /** Markdown only: add YAML front matter, such as title, author and dates. */ front_matter?: boolean
  /** Documents only: false drops comments. */ include_comments?: boolean
  /** Up to 5 more outputs of the same page, named as in output, in full at no extra cost. Can't be combined with prompt or offset. */ extra_outputs?: Array<Output>
  /** Screenshot only: show the whole page, up to 20,000 pixels high. */ full_page?: boolean
  /** Screenshot only: size of the window, WIDTHxHEIGHT. */ viewport?: string
  /** JSON Schema of type object. Content is an object that a language model fills in from this page alone, with null for what the page lacks. +5 credits, only once with prompt. */ json_schema?: Record<string, unknown>
  /** Extract fields by CSS selector, without a model; content is an object. A rule is "selector", "selector@attribute" or {selector, type: item, list or table, output: "@attribute" or rules within the match}. */ extract_rules?: Record<string, unknown>
  /** Reuse a page that this key fetched up to this many seconds ago (at most a day), at no charge. */ max_age_s?: number
  /** content_hash of an earlier result. If it is unchanged, content is empty and unchanged is true. */ if_hash?: string
  /** CSS selector to wait for when rendering; needs render_js or render_if_needed. */ wait_for?: string
  /** Preferred language as a BCP 47 tag, such as de-CH. */ locale?: string
  /** Request headers, such as Authorization. Sent only to the URL's origin, never logged or echoed. */ headers?: Record<string, string>
  /** Cookies. Sent only to the URL's origin, never logged or echoed. */ cookies?: Record<string, string>
  /** Language model to use. Default: chosen by the server. */ model?: string
  /** Time limit in milliseconds. */ timeout_ms?: number
}

/** Result of `scrape`. Scrape a web page. */
export interface ScrapeResult extends Receipt {
  /** The requested URL. */ url: string
  /** URL of the page after all redirects. */ final_url: string
  /** HTTP status of the target's response. */ status_code: number
  /** The target's `Content-Type`. */ content_type: string | null
  /** Number of pages of the whole PDF, slides of the presentation or sheets of the workbook. Otherwise null. */ page_count: number | null
  /** Title of the page, at most 1,000 characters. */ title: string | null
  /** The requested output. */ output: Output
  /** The requested output, or one piece of it. With prompt, the language model's answer; with json_schema, an object that matches it; with extract_rules, the fields. */ content: Content
  /** True if the page was loaded in a browser. */ rendered: boolean
  /** False if the time limit stopped loading or reading early, or if the target sent only part of the page. */ complete: boolean
  /** Length of the whole content, in characters. */ total_chars: number
  /** Offset of this piece in the whole content. */ offset: number
  /** Offset of the next piece. Null on the last piece. */ next_offset: number | null
  /** Estimated number of tokens in this piece. */ content_tokens: number
  /** SHA-256 of the whole content as UTF-8, the same for every piece. Null for screenshots, and if a language model wrote it. */ content_hash: string | null
  /** True if the hash of the content equals if_hash, so the content was left out. Null if if_hash is not set. */ unchanged: boolean | null
  /** Headings in the whole content. Null unless this is the first of several pieces of markdown. */ outline: Array<{
    /** Heading level. */ level: number
    /** Heading text without markup. */ text: string
    /** Offset of the heading in the whole content. */ offset: number
    /** Page of a PDF, slide of a presentation or sheet of a workbook. Otherwise null. */ page: number | null
  }> | null
  /** The passages in content. Null if highlights is not set. */ highlights: Array<{
    /** Offset of the passage in the whole markdown. */ offset: number
    /** Length of the passage in the whole markdown, in characters. */ chars: number
    /** Heading above the passage. */ heading: string | null
    /** Page of a PDF, slide of a presentation or sheet of a workbook. Otherwise null. */ page: number | null
    /** URL that opens the page at the passage (`#:~:text=`), or a PDF at its page. Null if the document has no URL. */ url: string | null
    /** Relevance to the query, compared with the other passages. */ score: number
  }> | null
  /** The result for each quote, in order. Null if quotes is not set. */ quotes: Array<{
    /** The quote, as given. */ quote: string
    /** exact: the same characters; folded: differs only in quotation marks, dashes, ligatures, hyphenation or case, or has omissions; none: not on the page; unknown: not found, but the page is incomplete or another one. */ match: 'exact' | 'folded' | 'none' | 'unknown'
    /** Offset of the passage in the whole markdown. Null if it is outside. */ offset: number | null
    /** Length of the passage in the whole markdown, in characters. */ chars: number | null
    /** The passage, or with none the nearest one, without markup; at most 2,000 characters. */ text: string | null
    /** Heading above the passage. */ heading: string | null
    /** Page of a PDF, slide of a presentation or sheet of a workbook. Otherwise null. */ page: number | null
    /** URL that opens the page at the passage (`#:~:text=`), or a PDF at its page. Null if the document has no URL. */ url: string | null
    /** False if the passage is outside the content. Null without a passage. */ in_main_content: boolean | null
    /** The texts that `…` stands for, each up to 200 characters. */ omitted: Array<string>
    /** With none: the words that differ between the quote and the nearest passage. */ differences: Array<{
      quote: string
      page: string
    }>
  }> | null
  /** Offset, in the whole markdown, of the element that the fragment in url refers to. Null if no element matches, or for other outputs. */ fragment_offset: number | null
  /** The outputs listed in extra_outputs, in full and in that order; null for an output that the page lacks. Null if extra_outputs is not set. */ extra: Partial<Record<Output, Content | null>> | null
  /** True if the page was reused from an earlier request (max_age_s). */ from_cache: boolean
  /** The language model that answered prompt or filled in json_schema. Null if no model was called. */ model: string | null
  /** Tokens used for the answer. Null if no model was called or the model does not report them. */ usage: {
    /** Tokens read by the language model. */ input_tokens: number
    /** Tokens written by the language model. */ output_tokens: number
  } | null
  /** Caveats about this result. */ warnings: Array<Warning>
}

/** Parameters of `googleAds`. List the ads shown for a Google search. */
export interface GoogleAdsParameters {
  /** What to search for. */ query: string
  /** Google domain to search, such as com, de, co.uk or google.de. Default: com. */ domain?: string
  /** Interface language and region as a BCP 47 tag, such as de-CH. */ locale?: string
  /** Place to search from: a country, <region>,<country>, a longer canonical name, or a point such as lat: 47.62, lng: -122.35, rad: 25000 (meters). */ geo_location?: string
  /** Device to search from. */ device?: 'desktop' | 'mobile' | 'tablet'
  /** First result page to read. */ start_page?: number
  /** Number of result pages to read, up to 10, at no extra cost. */ pages?: number
  /** Use a browser from the start. If false, only for pages that need it. */ render_js?: boolean
  /** markdown adds readable content to the list of ads; json returns only the list. */ output?: 'markdown' | 'json'
  /** Time limit in milliseconds. */ timeout_ms?: number
}

/** Result of `googleAds`. List the ads shown for a Google search. */
export interface GoogleAdsResult extends Receipt {
  /** The requested query. */ query: string
  /** Suffix of the Google domain that was searched. */ domain: string
  /** The requested locale. */ locale: string | null
  /** The requested location. */ geo_location: string | null
  /** The requested output. */ output: 'markdown' | 'json'
  /** Ads and pages as markdown. Null with output=json. */ content: string | null
  /** All ads, page by page. Missing fields are null, and missing lists are empty. */ ads: Array<{
    /** Result page that shows the ad. */ page: number
    /** Block of the page in which the ad appears. */ block: 'top' | 'bottom' | 'right' | 'middle' | 'local'
    /** Position within the block on that page, from 1. */ position: number
    /** Kind of ad. */ kind: 'text' | 'shopping' | 'hotel' | 'travel' | 'local' | 'call' | 'app' | 'vehicle' | 'store' | 'video'
    /** Headline. */ title: string | null
    /** Landing page. Null if the result page does not contain it; never a Google URL. */ url: string | null
    /** URL shown in the ad. */ displayed_url: string | null
    /** Description below the headline. */ description: string | null
    /** Name of the advertiser or shop. */ advertiser: string | null
    /** Google's click URL. Gleaner never requests it. */ tracking_url: string | null
    /** Additional links in the ad. */ sitelinks: Array<{
      /** Text of the link. */ title: string
      /** The advertiser's page. */ url: string | null
      /** Text below the link. */ description: string | null
    }>
    /** Telephone number. */ phone: string | null
    /** Price as shown. */ price: string | null
    /** Previous price as shown (crossed out or labeled as such). */ old_price: string | null
    /** Rating out of 5, converted from other scales. Null if the page does not state the scale. */ rating: number | null
    /** Number of reviews behind the rating. */ reviews: number | null
    /** Callouts, structured snippets and promotions, verbatim and in order. */ extensions: Array<string>
    /** https URL of the ad's image. Null if the page embeds the image. */ image_url: string | null
    /** Street address or location of the business. */ address: string | null
  }>
  /** The requested result pages, in order. */ pages: Array<{
    /** Result page number. */ page: number
    /** URL of the Google search. */ url: string
    /** Outcome of reading the page. */ status: 'ok' | 'no_ads' | 'no_results' | 'consent' | 'captcha' | 'js_shell' | 'layout_changed' | 'blocked' | 'error'
    /** Number of ads on the page. */ ads: number
    /** True if the page was loaded in a browser. */ rendered: boolean
  }>
  /** Caveats about this result. */ warnings: Array<Warning>
}

/** Parameters of `convert`. Convert an uploaded document. */
export interface ConvertParameters extends Pick<ScrapeParameters, 'output' | 'css_selector' | 'max_tokens' | 'highlights' | 'quotes' | 'main_content' | 'exclude_selector' | 'document_pages' | 'entry' | 'include_links' | 'include_images' | 'front_matter' | 'include_comments' | 'extra_outputs' | 'if_hash' | 'timeout_ms'> {
  /** URL that the document came from, used to make its links absolute. */ url?: string
  /** Maximum number of characters of content to return. The rest is left out. */ max_chars?: number
}

/** Result of `convert`. Convert an uploaded document. */
export interface ConvertResult extends Omit<ScrapeResult, 'url' | 'final_url' | 'status_code' | 'content_type' | 'next_offset'> {
  /** The `url` that you passed. */ url: string | null
  /** The same as `url`. */ final_url: string | null
  /** Always 200. */ status_code: number
  /** Media type that was used to read the document. */ content_type: string
  /** Always null: a document is returned in one piece. */ next_offset: null
}

/** Parameters of `explain`. Show what scrape keeps as a page's main content, what it drops, and why. */
export type ExplainParameters = Pick<ScrapeParameters, 'url' | 'render_js' | 'timeout_ms'>

/** Result of `explain`. Show what scrape keeps as a page's main content, what it drops, and why. */
export interface ExplainResult extends Receipt {
  /** The requested URL. */ url: string
  /** URL of the page after all redirects. */ final_url: string
  /** HTTP status of the target's response. */ status_code: number
  /** Title of the page. */ title: string | null
  /** Kind of page. Null if the page has no body. */ kind: string | null
  /** Probability of each kind of page. The values add up to 1. */ kinds: Record<string, number>
  /** Expected F1 score of the chosen content, from 0 to 1. */ confidence: number
  /** How much is dropped: everything that does not read like content (strict), only parts that are clearly not content (loose), only parts whose tags mark them as something other than content (tags), or nothing. */ level: 'strict' | 'loose' | 'tags' | 'nothing'
  /** Kept parts, in document order. */ kept: Array<PagePart>
  /** Dropped parts, in document order. */ dropped: Array<PagePart>
  /** Caveats about this page. */ warnings: Array<Warning>
}

/** Parameters of `account`. Account of the API key. */
export type AccountParameters = Record<string, never>

/** Result of `account`. Account of the API key. */
export interface AccountResult {
  /** Null if the service runs without keys. */ key_id: string | null
  name: string | null
  /** Null if unlimited. */ credits_remaining: number | null
  credits_used: number
  /** The key's own limit, in addition to the server's. Null if the key has none. */ rate_limit: {
    limit: number
    window_s: number
  } | null
}

/** Parameters of `accountUsage`. Usage of the API key. */
export interface AccountUsageParameters {
  /** First day, YYYY-MM-DD. Default: 29 days before the last day. */ from?: string
  /** Last day, YYYY-MM-DD. Default: today. */ to?: string
}

/** Result of `accountUsage`. Usage of the API key. */
export interface AccountUsageResult {
  key_id: string | null
  from: string
  to: string
  usage: Array<{
    day: string
    operation: string
    /** Successful requests. */ requests: number
    /** Failed requests. Free unless the language model was called. */ failed: number
    /** Credits charged for all these requests. */ credits: number
  }>
}

/** A document to send: a file, its bytes, or its text. The type of a Blob is sent as its media type. */
export type UploadedDocument = Blob | ArrayBuffer | Uint8Array | string

/** Content of `scrape` by output. */
export interface ScrapeContent {
  markdown: string
  text: string
  raw_html: string
  clean_html: string
  html_head_metadata_json: Metadata
  links: Array<Link>
  all_links: Array<Link>
  internal_links: Array<Link>
  external_links: Array<Link>
  emails: Array<string>
  email_addresses: Array<string>
  images: Array<Image>
  screenshot: {
    media_type: string
    width: number
    height: number
    bytes: number
    data: string
  }
}

/** Every operation, by the name of its method. */
export interface Operations {
  scrape: { parameters: ScrapeParameters; result: ScrapeResult }
  googleAds: { parameters: GoogleAdsParameters; result: GoogleAdsResult }
  convert: { document: UploadedDocument; parameters: ConvertParameters; result: ConvertResult }
  explain: { parameters: ExplainParameters; result: ExplainResult }
  account: { parameters: AccountParameters; result: AccountResult }
  accountUsage: { parameters: AccountUsageParameters; result: AccountUsageResult }
}

/** Path of each operation. It takes its parameters in the query string, there with a document as the body, or as a JSON object. */
export const routes: Readonly<Record<keyof Operations, { path: string; takes: 'query' | 'document' | 'json' }>> = {
  scrape: { path: '/v1/scrape', takes: 'json' },
  googleAds: { path: '/v1/google_ads', takes: 'json' },
  convert: { path: '/v1/convert', takes: 'document' },
  explain: { path: '/v1/explain', takes: 'query' },
  account: { path: '/v1/account', takes: 'query' },
  accountUsage: { path: '/v1/account/usage', takes: 'query' },
}
