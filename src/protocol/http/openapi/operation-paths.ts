/** The paths of the operations in the OpenAPI document: parameters, results, failures, and how other interfaces name them. */

import type { RegisteredOperation, Registry } from '../../../operations/registry.ts'
import { resultExamples } from './examples/result-examples.ts'
import { failuresOf } from './failures.ts'
import { headers, keyedHeaders } from './headers.ts'
import { type Json, jsonContent, schemaOf } from './schema.ts'

export const tags = [
  { name: 'operations', description: 'Web pages and searches, at a price in credits.' },
  { name: 'account', description: 'What a key may ask about itself, free of charge.' },
]

/** An operation that costs something takes an Idempotency-Key: it keeps the request from being charged twice. */
export function pathItem(operation: RegisteredOperation): Json {
  const get = describeOperation(operation)
  return operation.price === null ? { get } : { parameters: [{ $ref: '#/components/parameters/idempotency_key' }], get }
}

function describeOperation(operation: RegisteredOperation): Json {
  const { name, title, description, price } = operation
  const input = schemaOf(operation.input, 'input') as { properties: Record<string, Json>; required?: string[] }
  return {
    operationId: name,
    summary: title,
    description,
    tags: [price === null ? 'account' : 'operations'],
    ...otherInterfaces(operation),
    parameters: Object.entries(input.properties).map(([parameter, { description, ...schema }]) => ({
      name: parameter,
      in: 'query',
      required: input.required?.includes(parameter) ?? false,
      description,
      schema,
    })),
    responses: {
      '200': {
        description: price ? `The result. Price: ${price.text}.` : 'The result.',
        headers: headers(keyedHeaders),
        content: jsonContent({ $ref: `#/components/schemas/${name}_result` }, examplesOf(name as keyof Registry)),
      },
      ...failuresOf({ isPaid: price !== null }),
    },
  }
}

/** Names of the operation's MCP tool and of its command, for whoever writes the same request for them. */
function otherInterfaces({ name, isTool, command }: RegisteredOperation): Json {
  return { ...(isTool ? { 'x-mcp-tool': name } : {}), ...(command === undefined ? {} : { 'x-command': command }) }
}

function examplesOf(name: keyof Registry): Json {
  return Object.fromEntries(Object.entries(resultExamples[name]).map(([example, value]) => [example, { value }]))
}
