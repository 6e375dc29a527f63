/** Examples of `scrape` results: one for each output and one for each warning. */

import { contentTokensOf } from '../../../../content/content-tokens.ts'
import type { Content, Link, Output, ScrapeResult } from '../../../../contract/scrape.ts'
import { type WarningCode, warningMeanings } from '../../../../contract/warning.ts'
import { tail } from './result-tail.ts'

const markdown =
  '# Oak\n\nAn oak is a tree of the genus *Quercus*. There are about [500 species](https://example.com/species).'
const frontMatter = `---\ntitle: "Oak"\nurl: "https://example.com/oak"\nlanguage: "en"\nfetched_at: "${tail.fetched_at}"\n---`
const html = '<!doctype html><html lang="en"><head><title>Oak</title></head><body><h1>Oak</h1></body></html>'

const links: Link[] = [
  { url: 'https://example.com/species', text: '500 species', internal: true },
  { url: 'https://other.example/', text: 'Other trees', internal: false },
]
const emails = ['office@example.com']

const contents: Record<Output, Content> = {
  markdown,
  text: 'Oak\n\nAn oak is a tree of the genus Quercus. There are about 500 species.',
  raw_html: html,
  clean_html: html,
  html_head_metadata_json: {
    title: 'Oak',
    description: 'All about oaks',
    canonical: 'https://example.com/oak',
    language: 'en',
    author: null,
    published_at: '2026-01-01',
    modified_at: null,
    site_name: 'Trees',
    favicon: 'https://example.com/favicon.ico',
    open_graph: { 'og:title': 'Oak' },
    twitter: {},
    json_ld: [],
    alternates: [],
    sources: {
      title: 'title',
      description: 'description',
      published_at: 'json_ld:Article.datePublished',
      site_name: 'og:site_name',
    },
  },
  links,
  all_links: links,
  internal_links: links.filter(({ internal }) => internal === true),
  external_links: links.filter(({ internal }) => internal === false),
  emails,
  email_addresses: emails,
  images: [
    { url: 'https://example.com/cover.jpg', alt: 'An oak in winter', width: 1200, height: 630 },
    { url: 'https://example.com/leaf-2x.webp', alt: '', width: null, height: null },
  ],
}

/** Data filled by a language model, and extracted by selectors. */
const data = { name: 'Oak', species: 500, height_m: null }
const taken = { title: 'Oak', links: [{ text: '500 species', url: 'https://example.com/species' }], price: null }

/** The text that `total_chars` and `content_tokens` count. */
const textOf = (content: Content) => (typeof content === 'string' ? content : JSON.stringify(content))

function example(output: Output, content: Content, fields: Partial<ScrapeResult> = {}): ScrapeResult {
  return {
    url: 'https://example.com/oak',
    final_url: 'https://example.com/oak',
    status_code: 200,
    content_type: 'text/html; charset=utf-8',
    title: 'Oak',
    output,
    content,
    rendered: false,
    complete: true,
    total_chars: textOf(content).length,
    offset: 0,
    next_offset: null,
    content_tokens: contentTokensOf(textOf(fields.content ?? content)),
    outline: null,
    highlights: null,
    fragment_offset: null,
    extra: null,
    from_cache: false,
    model: null,
    usage: null,
    warnings: [],
    ...tail,
    ...fields,
  }
}

const rendered: Partial<ScrapeResult> = { rendered: true, credits_charged: 5 }
const asked: Partial<ScrapeResult> = {
  model: 'claude-haiku-5-5',
  usage: { input_tokens: 812, output_tokens: 6 },
  credits_charged: 6,
}
const answered: Partial<ScrapeResult> = { ...asked, content: 'About 500.', total_chars: 10 }

/** Other fields of a result with the warning. `layout_changed` belongs to google_ads. */
const warned: Record<Exclude<WarningCode, 'layout_changed'>, Partial<ScrapeResult>> = {
  target_status: { status_code: 404, credits_charged: 0 },
  login_page: { final_url: 'https://example.com/login', credits_charged: 0 },
  consent_page: { credits_charged: 0 },
  not_found_page: { credits_charged: 0 },
  parked_domain: { credits_charged: 0 },
  error_page: { credits_charged: 0 },
  paywalled: {},
  empty_page: { status_code: 204, content: '', total_chars: 0 },
  render_incomplete: { ...rendered, complete: false },
  extra_cut: { extra: { links: null } },
  wait_for_not_met: { ...rendered, complete: false },
  body_incomplete: { complete: false },
  foreign_frame: {},
  embedded_document: {},
  main_content_uncertain: {},
  needs_javascript: { content: '', total_chars: 0 },
  render_empty: { ...rendered, content: '', total_chars: 0 },
  charset_guessed: { content_type: 'text/html' },
  hidden_text_removed: {},
  hidden_text_kept: {},
  input_truncated: answered,
  answer_cut: answered,
  ungrounded: answered,
  no_highlights: { content: '', total_chars: 0, highlights: [] },
  text_garbled: { content_type: 'application/pdf' },
  document_cut: { content_type: 'application/pdf', complete: false },
  no_text: { content_type: 'application/pdf', content: '', total_chars: 0 },
}

export const scrapeExamples: Record<string, ScrapeResult> = {
  ...mapEntries(contents, (content, output) => example(output, content)),
  one_piece: example('markdown', markdown.slice(0, 5), { total_chars: markdown.length, next_offset: 5 }),
  extra_outputs: example('markdown', markdown, { extra: { links, emails } }),
  front_matter: example('markdown', `${frontMatter}\n\n${markdown}`),
  rendered: example('markdown', markdown, rendered),
  prompt: example('markdown', markdown, answered),
  json_schema: example('markdown', data, asked),
  extract_rules: example('markdown', taken),
  ...mapEntries(warned, (fields, code) =>
    example('markdown', markdown, { ...fields, warnings: [{ code, message: warningMeanings[code] }] }),
  ),
}

export const convertExample = {
  ...example('markdown', markdown),
  url: null,
  final_url: null,
  status_code: 200,
  content_type: 'application/pdf',
  next_offset: null,
} as const

function mapEntries<Key extends string, Value, Result>(
  record: Record<Key, Value>,
  map: (value: Value, key: Key) => Result,
): Record<string, Result> {
  return Object.fromEntries((Object.entries(record) as [Key, Value][]).map(([key, value]) => [key, map(value, key)]))
}
