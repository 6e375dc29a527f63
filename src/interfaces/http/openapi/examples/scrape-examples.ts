/** Examples of `scrape` results for each output, and for the parameters that change the content. */

import { contentTokensOf } from '../../../../content/content-tokens.ts'
import { hashOfContent, writeContent } from '../../../../content/written.ts'
import type { Content } from '../../../../contract/list-items.ts'
import { type Link, type Output, outputs, type ScrapeResult } from '../../../../contract/scrape.ts'
import { warningMeanings } from '../../../../contract/warning.ts'
import { tail } from './result-tail.ts'

const markdown =
  '# Oak\n\nAn oak is a tree of the genus *Quercus*. There are about [500 species](https://example.com/species).'
const html = '<!doctype html><html lang="en"><head><title>Oak</title></head><body><h1>Oak</h1></body></html>'

const links: Link[] = [
  { url: 'https://example.com/species', text: '500 species', internal: true },
  { url: 'https://other.example/', text: 'Other trees', internal: false },
]
const emails = ['office@example.com']

/** A PNG of one pixel. The image of an example would be long. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII='

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
  screenshot: { media_type: 'image/png', width: 1280, height: 800, bytes: 68, data: onePixel },
}

/** Data from a language model or from selectors. */
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
    page_count: null,
    title: 'Oak',
    output,
    content,
    rendered: false,
    complete: true,
    total_chars: textOf(content).length,
    offset: 0,
    next_offset: null,
    content_tokens: contentTokensOf(textOf(content)),
    content_hash: hashOfContent(writeContent(content), false),
    unchanged: null,
    outline: null,
    highlights: null,
    quotes: null,
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

const asked: Partial<ScrapeResult> = {
  content_hash: null,
  model: 'claude-haiku-5-5',
  usage: { input_tokens: 812, output_tokens: 6 },
  credits_charged: 6,
}

export const scrapeExamples: Record<string, ScrapeResult> = {
  ...Object.fromEntries(outputs.map((output) => [output, example(output, contents[output])])),
  screenshot: example('screenshot', contents.screenshot, {
    ...{ rendered: true, content_tokens: 1366, content_hash: null, credits_charged: 5 },
  }),
  one_piece: example('markdown', markdown.slice(0, 5), { total_chars: markdown.length, next_offset: 5 }),
  extra_outputs: example('markdown', markdown, { extra: { links, emails } }),
  prompt: example('markdown', 'About 500.', asked),
  json_schema: example('markdown', data, asked),
  extract_rules: example('markdown', taken),
  target_status: example('markdown', markdown, {
    status_code: 404,
    credits_charged: 0,
    warnings: [{ code: 'target_status', message: warningMeanings.target_status }],
  }),
}

export const convertExample = {
  ...example('markdown', markdown),
  url: null,
  final_url: null,
  status_code: 200,
  content_type: 'application/pdf',
  page_count: 1,
  next_offset: null,
} as const
