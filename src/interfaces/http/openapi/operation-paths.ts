/** Paths of the operations in the OpenAPI document, with parameters, results, failures, and names in other interfaces. */

import { hasContent } from '../../../contract/operation.ts'
import type { RegisteredOperation, Registry } from '../../../operations/registry.ts'
import { requestExamples } from './examples/request-examples.ts'
import { resultExamples } from './examples/result-examples.ts'
import { failuresOf } from './failures.ts'
import { contentHeaders, headers, keyedHeaders } from './headers.ts'
import { type Json, jsonContent, schemaOf } from './schema.ts'

export const tags = [
  { name: 'operations', description: 'Web pages and searches. These cost credits.' },
  { name: 'account', description: 'Information about your API key. Free.' },
]

/** Paid operations accept an Idempotency-Key, which prevents double charges. */
export function pathItem(operation: RegisteredOperation): Json {
  const methods = operation.takesDocument
    ? { post: { ...describeQuery(operation), requestBody: document } }
    : { get: describeQuery(operation), ...(operation.takesJson ? { post: describePost(operation) } : {}) }
  return operation.price === null
    ? methods
    : { parameters: [{ $ref: '#/components/parameters/idempotency_key' }], ...methods }
}

/** Name of the schema for an operation's parameters when sent as a JSON object. */
export const parametersName = ({ name }: Pick<RegisteredOperation, 'name'>): string => `${name}_parameters`

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
    ...otherInterfaces(operation),
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

/** Returns the names of the operation's MCP tool and command, for clients that translate requests. */
function otherInterfaces({ name, isTool, command }: RegisteredOperation): Json {
  return { ...(isTool ? { 'x-mcp-tool': name } : {}), ...(command === undefined ? {} : { 'x-command': command }) }
}

function named(examples: Record<string, unknown>): Json {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
}
