/** The headers of responses, in the OpenAPI document. */

import type { Json } from './schema.ts'

const descriptions = {
  'X-Request-Id': 'Names this request in logs.',
  'Server-Timing': 'What the response took, stage by stage, in milliseconds.',
  RateLimit: 'What is left: `"server";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers).',
  'RateLimit-Policy': 'The limits that hold: `"server";q=6000;w=60`.',
  'Retry-After': 'Seconds after which the same request may succeed.',
  'WWW-Authenticate': '`Bearer`.',
  Allow: 'The methods that the path takes.',
  Vary: '`Accept`.',
  'Gleaner-Title': 'With the content alone: the title of the page, percent-encoded UTF-8.',
  'Gleaner-Next-Offset': 'With the content alone: the offset to ask for next. Absent on the last piece.',
  'Gleaner-Credits-Charged': 'With the content alone: what the request cost, in credits.',
  'Gleaner-Warnings': 'With the content alone: the codes of its warnings, with commas.',
} as const

type HeaderName = keyof typeof descriptions

/** On every response of the routes that need a key. */
export const keyedHeaders: readonly HeaderName[] = ['X-Request-Id', 'Server-Timing', 'RateLimit', 'RateLimit-Policy']

/** On the results whose content is to be had alone. */
export const contentHeaders: readonly HeaderName[] = [
  'Vary',
  'Gleaner-Title',
  'Gleaner-Next-Offset',
  'Gleaner-Credits-Charged',
  'Gleaner-Warnings',
]

/** Those that some failures have besides, by status. */
export const headersOfStatus: Record<number, readonly HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

export function headerComponents(): Json {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  )
}

/** References to these headers. */
export function headers(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
