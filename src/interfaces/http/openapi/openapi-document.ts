/** Builds the OpenAPI 3.1 document from the contract. */

import { errorBody } from '../../../contract/result.ts'
import type { RegisteredOperation, Registry } from '../../../operations/registry.ts'
import { compatPaths, compatTag, describeBatch } from './compat-paths.ts'
import { failureResponses } from './failures.ts'
import { headerComponents } from './headers.ts'
import { parametersName, pathItem, tags } from './operation-paths.ts'
import { type Json, schemaOf } from './schema.ts'
import { servicePaths, serviceTag } from './service-paths.ts'

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
