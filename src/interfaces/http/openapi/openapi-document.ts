/** Builds the OpenAPI 3.1 document from the contract. */

import { errorBody, hasContent } from '../../../contract/operation.ts'
import type { RegisteredOperation, Registry } from '../../../operations/registry.ts'
import { version } from '../../version.ts'
import { compatPaths, compatTag, describeBatch } from './compat-paths.ts'
import {
  contentHeaders,
  failureResponses,
  failuresOf,
  failuresWith,
  headerComponents,
  headers,
  type Json,
  jsonContent,
  keyedHeaders,
  objectSchema,
  schemaOf,
} from './components.ts'
import { requestExamples, resultExamples } from './examples.ts'

export function createOpenApi(operations: readonly RegisteredOperation[], hasCompat = true): Json {
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
      ...servicePaths(),
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

const tags = [
  { name: 'operations', description: 'Web pages and searches. These cost credits.' },
  { name: 'account', description: 'Information about your API key. Free.' },
]

/** Paid operations accept an Idempotency-Key, which prevents double charges. */
function pathItem(operation: RegisteredOperation): Json {
  const methods = operation.takesDocument
    ? { post: { ...describeQuery(operation), requestBody: document } }
    : { get: describeQuery(operation), ...(operation.takesJson ? { post: describePost(operation) } : {}) }
  return operation.price === null
    ? methods
    : { parameters: [{ $ref: '#/components/parameters/idempotency_key' }], ...methods }
}

/** Name of the schema for an operation's parameters when sent as a JSON object. */
const parametersName = ({ name }: Pick<RegisteredOperation, 'name'>): string => `${name}_parameters`

const document: Json = {
  required: true,
  description: 'The document. The service detects its type from its first bytes, and otherwise uses Content-Type.',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function describeQuery(operation: RegisteredOperation): Json {
  const input = schemaOf(operation.input, 'input') as { properties: Record<string, Json>; required?: string[] }
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    // For clients that translate requests.
    ...(operation.isTool ? { 'x-mcp-tool': operation.name } : {}),
    ...(operation.command === undefined ? {} : { 'x-command': operation.command }),
    parameters: Object.entries(input.properties).map(([parameter, { description, ...schema }]) => ({
      name: parameter,
      in: 'query',
      required: input.required?.includes(parameter) ?? false,
      description,
      ...inQuery(schema),
    })),
    ...describeBoth(operation),
  }
}

/**
 * In a query string, an object or a list of strings is written as JSON, and a list of words is comma-separated. Generators of clients read `contentMediaType`, but few read a
 * parameter's `content`.
 */
function inQuery(schema: Json): Json {
  const isTextList = schema.type === 'array' && !(schema.items as Json).enum
  if (schema.type === 'array' && !isTextList) return { style: 'form', explode: false, schema }
  if (schema.type !== 'object' && !isTextList) return { schema }
  return { schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schema } }
}

function describePost(operation: RegisteredOperation): Json {
  const { name, title } = operation
  return {
    operationId: `${name}_by_post`,
    summary: `${title} (JSON body)`,
    description:
      'The same as GET, with the parameters as a JSON object of up to 1 MiB. This keeps secrets and long strings out of URLs and logs. A null parameter counts as absent.',
    requestBody: {
      required: true,
      content: jsonContent(
        { $ref: `#/components/schemas/${parametersName(operation)}` },
        named(requestExamples[name as keyof Registry] ?? {}),
      ),
    },
    ...describeBoth(operation),
  }
}

function describeBoth(operation: RegisteredOperation): Json {
  const { name, price } = operation
  const result = { $ref: `#/components/schemas/${name}_result` }
  const offersContent = hasContent(operation)
  return {
    tags: [price === null ? 'account' : 'operations'],
    responses: {
      '200': {
        description: price ? `The result. Price: ${price.text}.` : 'The result.',
        headers: headers(offersContent ? [...keyedHeaders, ...contentHeaders] : keyedHeaders),
        content: {
          ...jsonContent(result, named(resultExamples[name as keyof Registry])),
          ...(offersContent ? contentAlone : {}),
        },
      },
      ...failuresOf({ isPaid: price !== null }),
    },
  }
}

const contentAlone: Json = {
  'text/markdown': {
    schema: {
      type: 'string',
      description: 'Only the content: a string is sent unchanged, and anything else is sent as application/json.',
    },
    examples: { content: { value: '# Oak\n\nOaks are trees.\n' } },
  },
  'image/png': { schema: { type: 'string', format: 'binary', description: 'The image, with `output=screenshot`.' } },
}

function named(examples: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
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

function servicePaths(): Json {
  return {
    '/healthz': servicePath(
      'health',
      'Check that the process is running',
      'For supervisors. Does not check the database or other dependencies.',
      jsonContent(objectSchema({ status: text, version: text }), { runs: { value: { status: 'ok', version } } }),
    ),
    '/readyz': servicePath(
      'readiness',
      'Check that the service accepts requests',
      'For load balancers. Returns 503 while the service is stopping or its database is not responding. `warnings` lists problems that do not prevent requests: `redis_away` while Redis is not responding and the node works alone, and `farms_away` while a browser farm provides no browser.',
      jsonContent(
        objectSchema({ status: text, warnings: { type: 'array', items: objectSchema({ code: text, message: text }) } }),
        { ready: { value: { status: 'ready', warnings: [] } } },
      ),
      [503],
    ),
    '/metrics': servicePath(
      'metrics',
      'Metrics for Prometheus',
      'Only for clients on the same machine, unless `GLEANER_METRICS` is `public`.',
      { 'text/plain': { schema: text } },
    ),
    '/openapi.json': servicePath(
      'openapi',
      'This document',
      'OpenAPI 3.1, generated from the schemas that validate requests.',
      jsonContent({ type: 'object' }),
    ),
  }
}

const text: Json = { type: 'string' }

/** `content` is that of the response with status 200. `failures` are statuses in addition to 403 and 405. */
function servicePath(
  operationId: string,
  summary: string,
  description: string,
  content: Json,
  failures: readonly number[] = [],
): Json {
  const ok = { description: 'Success.', headers: headers(['X-Request-Id']), content }
  const responses = { '200': ok, ...failuresWith([403, 405, ...failures]) }
  return { get: { operationId, summary, description, tags: [serviceTag.name], security: [], responses } }
}
