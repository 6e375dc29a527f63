/** Builds the OpenAPI 3.1 document from the contract. */

import { errorBody } from '../../../contract/result.ts'
import type { RegisteredOperation, Registry } from '../../../operations/registry.ts'
import { compatPaths, compatTag, describeBatch } from './compat-paths.ts'
import { failureResponses, failuresWith } from './failures.ts'
import { headerComponents, headers } from './headers.ts'
import { parametersName, pathItem, tags } from './operation-paths.ts'
import { type Json, jsonContent, schemaOf } from './schema.ts'

export function createOpenApi(operations: readonly RegisteredOperation[], version: string, hasCompat = true): Json {
  const offered = operations.filter(({ restPath }) => restPath !== undefined)
  const scrape = offered.find(({ name }) => name === 'scrape') as Registry['scrape'] | undefined
  const batch = scrape && describeBatch(scrape)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gleaner',
      version,
      description:
        'Any URL as clean markdown, HTML, metadata, links or e-mail addresses. All errors have the same format, in which `type` says what happened.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }, { key_header: [] }],
    tags: [...tags, ...(hasCompat ? [compatTag] : []), serviceTag],
    paths: {
      ...Object.fromEntries(offered.map((operation) => [operation.restPath, pathItem(operation)])),
      ...batch?.paths,
      ...(hasCompat ? compatPaths() : {}),
      ...servicePaths(version),
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: glnr_…' },
        key_header: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same API key.' },
      },
      parameters: { idempotency_key: idempotencyKey },
      headers: headerComponents(),
      responses: failureResponses(),
      schemas: {
        ...Object.fromEntries(
          offered
            .filter(({ takesJson }) => takesJson)
            .map((operation) => [parametersName(operation), schemaOf(operation.input, 'input')]),
        ),
        ...Object.fromEntries(offered.map(({ name, result }) => [`${name}_result`, schemaOf(result, 'output')])),
        ...batch?.schemas,
        error: schemaOf(errorBody, 'output'),
      },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name of your choice for this request. If you repeat the request with the same parameters within 24 hours, you get the stored response and are charged only once. A request that was not charged runs again. The error `idempotency_not_kept` means that the response was not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const serviceTag = { name: 'service', description: 'The service itself. No key needed.' }

interface ServicePath {
  operationId: string
  summary: string
  description: string
  /** Content of the response with status 200. */
  content: Json
  failures: readonly number[]
}

function servicePaths(version: string): Json {
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
