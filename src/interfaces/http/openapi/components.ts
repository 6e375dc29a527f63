/** Schemas, response headers and error responses in the OpenAPI document. */

import { z } from 'zod'
import { type ErrorType, errorTable, publicType } from '../../../base/errors.ts'

export type Json = Record<string, unknown>

export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}

/** Returns the JSON content of a response, with examples by name. */
export function jsonContent(schema: Json, examples: Json = {}): Json {
  return { 'application/json': Object.keys(examples).length === 0 ? { schema } : { schema, examples } }
}

/** Returns the schema of an object with exactly these fields. */
export function objectSchema(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

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
  ...(Object.keys(descriptions) as HeaderName[]).filter((name) => name.startsWith('Gleaner-')),
]

const headersOfStatus: Record<number, readonly HeaderName[]> = {
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

const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorType[], (type) => errorTable[type].status)

const paidStatuses = new Set([402, 409, 502, 504])

const nameOf = (status: number) => `failure_${status}`

export function failureResponses(): Json {
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      nameOf(status),
      {
        description: types.map((type) => `- \`${publicType(type)}\`: ${errorTable[type].next}`).join('\n'),
        headers: headers([...keyedHeaders, ...(headersOfStatus[status] ?? [])]),
        content: jsonContent({ $ref: '#/components/schemas/error' }),
      },
    ]),
  )
}

/** Returns references to an operation's error responses, by status. */
export function failuresOf({ isPaid }: { isPaid: boolean }): Json {
  return failuresWith([...byStatus.keys()].filter((status) => isPaid || !paidStatuses.has(status)))
}

export function failuresWith(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]),
  )
}
