/** OpenAPI paths that aren't operations. None of them requires a key. */

import { failuresWith } from './failures.ts'
import { headers } from './headers.ts'
import { type Json, jsonContent } from './schema.ts'

export const serviceTag = { name: 'service', description: 'The service itself. No key needed.' }

interface ServicePath {
  operationId: string
  summary: string
  description: string
  /** Content of the response with status 200. */
  content: Json
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
        summary: 'Check that the process is running',
        description: 'For supervisors. Does not check the database or other dependencies.',
        content: status('runs', { status: 'ok', version }),
        failures: [403, 405],
      },
      '/readyz': {
        operationId: 'readiness',
        summary: 'Check that the service accepts requests',
        description:
          'For load balancers. Returns 503 while the service is stopping or its database is not responding. `warnings` lists problems that do not prevent requests: `redis_away` while Redis is not responding and the node works alone, and `farms_away` while a browser farm provides no browser.',
        content: ready,
        failures: [403, 405, 503],
      },
      '/metrics': {
        operationId: 'metrics',
        summary: 'Metrics for Prometheus',
        description: 'Only for clients on the same machine, unless `GLEANER_METRICS` is `public`.',
        content: { 'text/plain': { schema: { type: 'string' } } },
        failures: [403, 405],
      },
      '/openapi.json': {
        operationId: 'openapi',
        summary: 'This document',
        description: 'OpenAPI 3.1, generated from the schemas that validate requests.',
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
      '200': { description: 'Success.', headers: headers(['X-Request-Id']), content },
      ...failuresWith(failures),
    },
  }
}
