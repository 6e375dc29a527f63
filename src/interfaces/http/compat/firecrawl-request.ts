/** Translates the body of Firecrawl's `POST /v2/scrape` into parameters of `scrape`. @see https://docs.firecrawl.dev/api-reference/endpoint/scrape (2026-11) */

import { z } from 'zod'
import { ServiceError } from '../../../base/errors.ts'
import type { Output } from '../../../contract/scrape.ts'
import { pageMaxAgeMs } from '../../../contract/service-limits.ts'

const strings = z.array(z.string()).nullish()

const formatFields = {
  type: z.string(),
  prompt: z.string().nullish(),
  schema: z.record(z.string(), z.unknown()).nullish(),
  fullPage: z.boolean().nullish(),
  viewport: z.object({ width: z.number(), height: z.number() }).nullish(),
  /** Has no effect, because images are PNGs. */
  quality: z.number().nullish(),
}
const formatObject = z.looseObject(formatFields)

const fields = {
  url: z.string(),
  formats: z.array(z.union([z.string().transform((type) => ({ type }) as Format), formatObject])).nullish(),
  onlyMainContent: z.boolean().nullish(),
  includeTags: strings,
  excludeTags: strings,
  waitFor: z.number().nullish(),
  timeout: z.number().nullish(),
  maxAge: z.number().nullish(),
  storeInCache: z.boolean().nullish(),
  headers: z.record(z.string(), z.string()).nullish(),
  location: z.looseObject({ country: z.string().nullish(), languages: strings }).nullish(),
  parsers: z
    .array(z.union([z.string(), z.looseObject({ type: z.string(), maxPages: z.number().nullish() })]))
    .nullish(),
}

type Format = z.infer<typeof formatObject>

/** Fields without a counterpart that change nothing here. LibreChat sends `parsePDF`, a field of v1, and PDFs are always read. */
const ignored = new Set([
  ...['origin', 'integration', 'blockAds', 'removeBase64Images', 'skipTlsVerification', 'proxy', 'parsePDF'],
])

/** The outputs behind the formats that need no language model. */
export const outputOfFormat: Readonly<Record<string, Output>> = {
  markdown: 'markdown',
  html: 'clean_html',
  rawHtml: 'raw_html',
  links: 'links',
  images: 'images',
  screenshot: 'screenshot',
}

type Parameters = Readonly<Record<string, unknown>>

export interface FirecrawlRequest {
  formats: string[]
  shared: Parameters
  /** Further parameters for each format that a language model answers, by name. */
  asked: Map<string, Parameters>
  isUnkept: boolean
}

/** Throws value_error, which names the field. */
export function readFirecrawlRequest(values: Parameters): FirecrawlRequest {
  const parsed = z.object(fields).safeParse(values)
  const [issue] = parsed.error?.issues ?? []
  if (issue) throw refusal(String(issue.path[0] ?? 'body'), issue.message)
  const unknown = Object.keys(values).find(
    (name) => !(Object.hasOwn(fields, name) || ignored.has(name) || isEmpty(values[name])),
  )
  if (unknown !== undefined) throw withoutCounterpart(unknown, 'this field')
  const request = parsed.data as z.infer<z.ZodObject<typeof fields>>
  const formats: Format[] = request.formats?.length ? request.formats : [{ type: 'markdown' }]
  const names = formats.flatMap((format) => Object.keys(format).filter((name) => !isEmpty(format[name])))
  const unknownPart = names.find((name) => !Object.hasOwn(formatFields, name))
  if (unknownPart !== undefined) throw withoutCounterpart('formats', unknownPart)
  return {
    formats: formats.map(({ type }) => type).filter((type) => Object.hasOwn(outputOfFormat, type)),
    asked: new Map(formats.flatMap(questionOf)),
    shared: { ...sharedParameters(request), ...screenshotParameters(formats) },
    isUnkept: request.storeInCache === false,
  }
}

function sharedParameters(request: z.infer<z.ZodObject<typeof fields>>): Parameters {
  const { url, onlyMainContent, includeTags, excludeTags, waitFor, timeout, maxAge, location } = request
  const { Cookie, cookie = Cookie, ...headers } = request.headers ?? {}
  return withoutEmpty({
    url,
    main_content: onlyMainContent ?? true,
    // Instead of waiting for a fixed time, rendering ends when the page no longer changes.
    [(waitFor ?? 0) > 0 ? 'render_js' : 'render_if_needed']: true,
    css_selector: includeTags?.join(', '),
    exclude_selector: excludeTags?.join(', '),
    timeout_ms: timeout == null ? null : clamp(Math.round(timeout), 1000, 120_000),
    max_age_s: maxAge == null ? null : clamp(Math.floor(maxAge / 1000), 0, pageMaxAgeMs / 1000),
    headers,
    cookies: cookiesOf(cookie ?? ''),
    locale: languageOf(location),
    document_pages: pagesOf(request.parsers ?? []),
  })
}

/** The other formats are those of the same visit. */
function screenshotParameters(formats: readonly Format[]): Parameters {
  const format = formats.find(({ type }) => type === 'screenshot')
  const { width, height } = format?.viewport ?? {}
  const viewport = width && height ? `${width}x${height}` : null
  return withoutEmpty({ render_js: format && true, full_page: format?.fullPage, viewport })
}

function questionOf({ type, prompt, schema }: Format): [string, Parameters][] {
  if (Object.hasOwn(outputOfFormat, type)) return []
  if (type === 'summary') return [[type, { prompt: 'Summarize this page in three to five sentences.' }]]
  if (type !== 'json') throw refusal('formats', `the format ${type.slice(0, 50)} is not available`)
  if (!prompt && !schema) throw refusal('formats', 'json needs a prompt or a schema')
  return [[type, withoutEmpty({ prompt, json_schema: schema ?? { type: 'object' } })]]
}

function languageOf(location: z.infer<typeof fields.location>): string | undefined {
  // US is the default there.
  if (location?.country && location.country.toUpperCase() !== 'US')
    throw refusal('location', 'country has no counterpart; use languages')
  return location?.languages?.[0]
}

function pagesOf(parsers: NonNullable<z.infer<typeof fields.parsers>>): string | undefined {
  const given = parsers.map((parser) => (typeof parser === 'string' ? { type: parser } : parser))
  if (given.some(({ type, mode }: { type: string; mode?: unknown }) => type !== 'pdf' || mode === 'ocr'))
    throw refusal('parsers', 'only pdf, without ocr, is available')
  const { maxPages = null } = (given[0] ?? {}) as { maxPages?: number | null }
  return maxPages === null ? undefined : `1-${clamp(Math.floor(maxPages), 1, 1_000_000)}`
}

function cookiesOf(header: string): Parameters {
  const pairs = header.split(';').map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs.flatMap(([name = '', ...value]) => (name.trim() ? [[name.trim(), value.join('=')]] : [])),
  )
}

function refusal(field: string, problem: string, next?: string): ServiceError {
  return new ServiceError('value_error', `${field}: ${problem}`, { param: field, ...(next && { next }) })
}

const withoutCounterpart = (field: string, part: string) =>
  refusal(field, `Gleaner has no counterpart for ${part}`, 'Leave it out.')

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0)
}

function withoutEmpty(values: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value === 0 || !isEmpty(value) || value === false),
  )
}
