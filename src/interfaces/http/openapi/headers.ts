/** Response headers in the OpenAPI document. */

import type { Json } from './schema.ts'

const descriptions = {
  'X-Request-Id': 'Identifies this request in logs.',
  'Server-Timing': 'Duration of each stage, in milliseconds.',
  RateLimit: 'Remaining requests: `"server";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers).',
  'RateLimit-Policy': 'Rate limits: `"server";q=6000;w=60`.',
  'Retry-After': 'Seconds to wait before retrying.',
  'WWW-Authenticate': '`Bearer`.',
  Allow: 'Methods that the path supports.',
  Vary: '`Accept`.',
  'Gleaner-Title': 'For content-only responses: the page title, percent-encoded UTF-8.',
  'Gleaner-Next-Offset': 'For content-only responses: offset of the next piece. Absent on the last piece.',
  'Gleaner-Content-Hash': 'For content-only responses: SHA-256 of the whole content, for if_hash.',
  'Gleaner-Unchanged': 'For content-only responses: true if the hash of the content equals if_hash. Absent otherwise.',
  'Gleaner-Credits-Charged': 'For content-only responses: credits charged for the request.',
  'Gleaner-Warnings': 'For content-only responses: warning codes, separated by commas.',
} as const

type HeaderName = keyof typeof descriptions

export const keyedHeaders: readonly HeaderName[] = ['X-Request-Id', 'Server-Timing', 'RateLimit', 'RateLimit-Policy']

/** Headers of responses that contain only the content. */
export const contentHeaders: readonly HeaderName[] = [
  'Vary',
  'Gleaner-Title',
  'Gleaner-Next-Offset',
  'Gleaner-Content-Hash',
  'Gleaner-Unchanged',
  'Gleaner-Credits-Charged',
  'Gleaner-Warnings',
]

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

export function headers(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
