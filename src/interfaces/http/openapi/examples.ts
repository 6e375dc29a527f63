/** Examples of parameters as a JSON object, and of results, by operation and name. */

import type { z } from 'zod'
import { contentTokensOf } from '../../../content/content-tokens.ts'
import { hashOfContent, writeContent } from '../../../content/written.ts'
import type { GoogleAdsResult } from '../../../contract/google-ads.ts'
import type { Content } from '../../../contract/list-items.ts'
import { type Link, type Output, outputs, type ScrapeResult } from '../../../contract/scrape.ts'
import { warningMeanings } from '../../../contract/warning.ts'
import type { Registry } from '../../../operations/registry.ts'

export const requestExamples: { [Name in keyof Registry]?: Record<string, z.input<Registry[Name]['input']>> } = {
  scrape: {
    page: { url: 'https://example.com/', output: 'markdown' },
    page_for_a_file: { url: 'https://example.com/oak', front_matter: true },
    data_of_a_form: {
      url: 'https://example.com/oak',
      json_schema: { type: 'object', properties: { name: { type: 'string' }, height_m: { type: 'number' } } },
    },
    fields_by_selector: {
      url: 'https://example.com/oak',
      extract_rules: { title: 'h1', links: { selector: 'main a', type: 'list', output: { text: '', url: '@href' } } },
    },
    page_behind_a_token: { url: 'https://example.com/orders', headers: { Authorization: 'Bearer TOKEN' } },
  },
  google_ads: { search: { query: 'running shoes', domain: 'de', locale: 'de-DE' } },
}

const tail = {
  credits_charged: 1,
  credits_remaining: 999,
  fetched_at: '2026-01-31T12:00:00.000Z',
  request_id: '6f2c1d9e-3b0a-4c57-9f0e-2a7c8f1b4d65',
}

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
    content_hash: hashOfContent(content, writeContent(content), false),
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

const scrapeExamples: Record<string, ScrapeResult> = {
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

const convertExample = {
  ...example('markdown', markdown),
  url: null,
  final_url: null,
  status_code: 200,
  content_type: 'application/pdf',
  page_count: 1,
  next_offset: null,
} as const

const ads: GoogleAdsResult = {
  query: 'running shoes',
  domain: 'com',
  locale: 'en-US',
  geo_location: null,
  output: 'markdown',
  content: '# Ads for “running shoes”\n\n1. [Shoes that run](https://shop.example/running)\n   From small to large.',
  ads: [
    {
      page: 1,
      block: 'top',
      position: 1,
      kind: 'text',
      title: 'Shoes that run',
      url: 'https://shop.example/running',
      displayed_url: 'shop.example › running',
      description: 'From small to large.',
      advertiser: null,
      tracking_url: 'https://www.google.com/aclk?sa=l&ai=example',
      sitelinks: [{ title: 'For children', url: 'https://shop.example/children', description: null }],
      phone: null,
      price: null,
      old_price: null,
      rating: 4.6,
      reviews: 1234,
      extensions: ['Free delivery'],
      image_url: null,
      address: null,
    },
  ],
  pages: [{ page: 1, url: 'https://www.google.com/search?q=running+shoes', status: 'ok', ads: 1, rendered: false }],
  warnings: [],
  ...tail,
  credits_charged: 5,
}

export const resultExamples: { [Name in keyof Registry]: Record<string, z.output<Registry[Name]['result']>> } = {
  scrape: scrapeExamples,
  google_ads: { markdown: ads, json: { ...ads, output: 'json', content: null } },
  convert: { pdf: convertExample },
  explain: {
    article: {
      url: 'https://example.com/oak',
      final_url: 'https://example.com/oak',
      status_code: 200,
      title: 'Oak',
      kind: 'article',
      kinds: { article: 0.9, documentation: 0.1 },
      confidence: 0.97,
      level: 'strict',
      kept: [
        { order: 1, where: 'body > article', reason: 'text in the content', chance: 0.98, chars: 812, text: 'Oak' },
      ],
      dropped: [
        { order: 0, where: 'body > nav', reason: 'in <nav>', chance: 0.01, chars: 24, text: 'Home Trees About' },
      ],
      warnings: [],
      ...tail,
    },
  },
  account: {
    limited: {
      key_id: 'PS4juRKlfUzE',
      name: 'my script',
      credits_remaining: 999,
      credits_used: 1,
      rate_limit: { limit: 600, window_s: 60 },
    },
  },
  account_usage: {
    one_day: {
      key_id: 'PS4juRKlfUzE',
      from: '2026-01-02',
      to: '2026-01-31',
      usage: [{ day: '2026-01-31', operation: 'scrape', requests: 120, failed: 2, credits: 124 }],
    },
  },
}
