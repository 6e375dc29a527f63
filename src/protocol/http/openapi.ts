/** The OpenAPI 3.1 document, made from the contract. */

import { z } from 'zod'
import { errorBody } from '../../contract/result.ts'
import { type ErrorType, errorTable, publicType } from '../../errors.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'

type Json = Record<string, unknown>

/** The document for the operations that have a REST route. */
export function createOpenApi(operations: readonly RegisteredOperation[], version: string): Json {
  const offered = operations.filter(({ restPath }) => restPath !== undefined)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gleaner',
      version,
      description: 'Any web address as clean markdown, HTML, metadata, links or e-mail addresses.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(offered.map((operation) => [operation.restPath, pathItem(operation)])),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: glnr_…' } },
      parameters: { idempotency_key: idempotencyKey },
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      schemas: {
        ...Object.fromEntries(offered.map(({ name, result }) => [`${name}_result`, schemaOf(result, 'output')])),
        error: schemaOf(errorBody, 'output'),
      },
    },
  }
}

/** An operation that costs something takes an Idempotency-Key: it keeps the request from being charged twice. */
function pathItem(operation: RegisteredOperation): Json {
  const get = describeOperation(operation)
  return operation.price === null ? { get } : { parameters: [{ $ref: '#/components/parameters/idempotency_key' }], get }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name of your choice for this request: sent again with the same parameters within 24 hours, it gives the stored response and is charged once. Free where nothing was charged; `idempotency_not_kept` where the response was not stored.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** On every response of the routes that need a key. */
const responseHeaders: Record<string, string> = {
  'X-Request-Id': 'Names this request in logs.',
  RateLimit: 'What is left: `"server";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers).',
  'RateLimit-Policy': 'The limits that hold: `"server";q=6000;w=60`.',
}

function headers(): Json {
  return Object.fromEntries(
    Object.keys(responseHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function describeOperation(operation: RegisteredOperation): Json {
  const input = schemaOf(operation.input, 'input') as { properties: Record<string, Json>; required?: string[] }
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    ...otherInterfaces(operation),
    parameters: Object.entries(input.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: input.required?.includes(name) ?? false,
      description,
      schema,
    })),
    responses: {
      '200': {
        description: operation.price ? `The result. Price: ${operation.price.text}.` : 'The result.',
        headers: headers(),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${operation.name}_result` } } },
      },
      ...failures(),
    },
  }
}

/** Names of the operation's MCP tool and of its command, for whoever writes the same request for them. */
function otherInterfaces({ name, isTool, command }: RegisteredOperation): Json {
  return { ...(isTool ? { 'x-mcp-tool': name } : {}), ...(command === undefined ? {} : { 'x-command': command }) }
}

/** One response for each status, with the error types that have it. */
function failures(): Json {
  const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorType[], (type) => errorTable[type].status)
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      String(status),
      {
        description: `Types: ${types.map(publicType).join(', ')}. Nothing is charged.`,
        headers: headers(),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}
