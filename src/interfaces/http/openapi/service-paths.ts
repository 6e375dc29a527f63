/** The paths besides the operations' in the OpenAPI document: none of them needs a key. */

import { failuresWith } from './failures.ts'
import { headers } from './headers.ts'
import { type Json, jsonContent } from './schema.ts'

export const serviceTag = { name: 'service', description: 'The service itself. Without a key.' }

interface ServicePath {
  operationId: string
  summary: string
  description: string
  /** Of the response with status 200. */
  content: Json
  /** Statuses of failures. */
  failures: readonly number[]
}

export function servicePaths(version: string): Json {
  const status = (name: string, fields: Json) => {
    const properties = Object.fromEntries(Object.keys(fields).map((field) => [field, { type: 'string' }]))
    const schema = { type: 'object', properties, required: Object.keys(fields), additionalProperties: false }
    return jsonContent(schema, { [name]: { value: fields } })
  }
  return Object.fromEntries(
    Object.entries({
      '/healthz': {
        operationId: 'health',
        summary: 'Whether the process runs',
        description: 'For supervisors: it says nothing of what the service needs besides.',
        content: status('runs', { status: 'ok', version }),
        failures: [403, 405],
      },
      '/readyz': {
        operationId: 'readiness',
        summary: 'Whether requests are taken',
        description:
          'For load balancers: 503 while the service stops, or its database does not answer. `warnings` says what does not keep it from taking requests: `redis_away`, while Redis does not answer and the node works as if it were alone; `farms_away`, while browser farms give no browser.',
        content: ready,
        failures: [403, 405, 503],
      },
      '/metrics': {
        operationId: 'metrics',
        summary: 'What the service does, for Prometheus',
        description: 'For clients of the same machine alone, unless `GLEANER_METRICS` is `public`.',
        content: { 'text/plain': { schema: { type: 'string' } } },
        failures: [403, 405],
      },
      '/openapi.json': {
        operationId: 'openapi',
        summary: 'This document',
        description: 'OpenAPI 3.1, made from the schemas by which requests are checked.',
        content: jsonContent({ type: 'object' }),
        failures: [403, 405],
      },
    } satisfies Record<string, ServicePath>).map(([path, described]) => [path, { get: describe(described) }]),
  )
}

const ready = jsonContent(
  {
    type: 'object',
    properties: {
      status: { type: 'string' },
      warnings: {
        type: 'array',
        items: {
          type: 'object',
          properties: { code: { type: 'string' }, message: { type: 'string' } },
          required: ['code', 'message'],
          additionalProperties: false,
        },
      },
    },
    required: ['status', 'warnings'],
    additionalProperties: false,
  },
  { ready: { value: { status: 'ready', warnings: [] } } },
)

function describe({ content, failures, ...described }: ServicePath): Json {
  return {
    ...described,
    tags: [serviceTag.name],
    security: [],
    responses: {
      '200': { description: 'The answer.', headers: headers(['X-Request-Id']), content },
      ...failuresWith(failures),
    },
  }
}
