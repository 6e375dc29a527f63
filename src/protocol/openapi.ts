/** The OpenAPI 3.1 document, made from the contract. */

import { z } from 'zod'
import type { Operation } from '../contract/operation.ts'
import { errorBody } from '../contract/result.ts'
import { type ErrorType, errorTable, publicType } from '../errors.ts'

type Json = Record<string, unknown>

/** The document for the operations of this server. */
export function createOpenApi(operations: readonly Operation[], version: string): Json {
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
    paths: Object.fromEntries(operations.map((operation) => [`/v1/${operation.name}`, { get: describe(operation) }])),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: glnr_…' } },
      schemas: {
        ...Object.fromEntries(operations.map(({ name, result }) => [`${name}_result`, schemaOf(result, 'output')])),
        error: schemaOf(errorBody, 'output'),
      },
    },
  }
}

function describe(operation: Operation): Json {
  const input = schemaOf(operation.input, 'input') as { properties: Record<string, Json>; required?: string[] }
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    parameters: Object.entries(input.properties).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: input.required?.includes(name) ?? false,
      description,
      schema,
    })),
    responses: {
      '200': {
        description: `The result. Price: ${operation.priceText}.`,
        headers: { 'x-request-id': { description: 'Names this request in logs.', schema: { type: 'string' } } },
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${operation.name}_result` } } },
      },
      ...failures(),
    },
  }
}

/** One response per status, with the types that it stands for. */
function failures(): Json {
  const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorType[], (type) => errorTable[type].status)
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      String(status),
      {
        description: `Types: ${types.map(publicType).join(', ')}. Nothing is charged.`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
      },
    ]),
  )
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as Json
  return rest
}
