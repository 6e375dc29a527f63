/** The JSON Schemas of tools, in a form that most MCP clients accept, and the structured content of their results, for programs. */

import { z } from 'zod'
import type { Operation, OperationResult } from '../../../contract/operation.ts'
import { bytesOfImage } from '../../../contract/screenshot.ts'

/**
 * Returns a result without the fields that a program knows already or that say nothing: the request's own inputs, null, `complete: true`
 * and `rendered: false`.
 * @example
 * structuredContentOf(scrape, { url: 'https://example.com/', title: null, content: 'Text', complete: true }) // { content: 'Text' }
 */
export function structuredContentOf({ structured }: Pick<Operation, 'structured'>, body: OperationResult) {
  const omitted: readonly string[] = structured?.omit ?? []
  const said = Object.entries(body).filter(
    ([field, value]) => value !== null && value !== usual[field] && !omitted.includes(field),
  )
  const structuredContent = Object.fromEntries(said)
  if (bytesOfImage(body.content)) structuredContent.content = withoutData(body.content)
  const { screenshot = null, ...extra } = (body.extra ?? {}) as Record<string, unknown>
  if (screenshot !== null) structuredContent.extra = { ...extra, screenshot: withoutData(screenshot) }
  return structuredContent
}

/** Images are blocks of the result, so their bytes aren't repeated. */
const withoutData = (image: unknown) => ({ ...(image as object), data: undefined })

/** Defaults, which are left out like null. */
const usual: Readonly<Record<string, unknown>> = { complete: true, rendered: false }

/** Returns the JSON Schema of the structured content. Only the operation's `required` field is always present. */
export function structuredSchemaOf({ result, structured }: Pick<Operation, 'result' | 'structured'>) {
  const {
    properties,
    required: _,
    ...schema
  } = z.toJSONSchema(result, {
    io: 'output',
    override({ jsonSchema }) {
      for (const keyword of costly) delete (jsonSchema as Record<string, unknown>)[keyword]
    },
  })
  const said = Object.entries(properties ?? {}).filter(([field]) => !structured?.omit.includes(field))
  const fields = Object.fromEntries(
    said.map(([field, value]) => [field, field === 'extra' ? anyObject : notNull(value)]),
  )
  delete schema.$schema
  return toPortableSchema({ ...schema, properties: fields, required: structured ? [structured.required] : [] })
}

type JsonSchema = z.core.JSONSchema._JSONSchema

/** The values of `extra` have the same forms as `content`, so the schema states these forms only there. */
const anyObject: JsonSchema = { type: 'object' }

/** Returns the schema without its alternative null, because fields that are null are left out. */
function notNull(schema: JsonSchema): JsonSchema {
  if (typeof schema !== 'object') return schema
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((type) => type !== 'null') }
  if (!schema.anyOf) return schema
  const forms = schema.anyOf.filter((form) => typeof form !== 'object' || form.type !== 'null')
  return forms.length === 1 ? (forms[0] as JsonSchema) : { ...schema, anyOf: forms }
}

/** Descriptions, bounds and values of fields would only cost tokens where a client passes the schema to a model. */
const costly = ['description', 'minimum', 'maximum', 'maxItems', 'minLength', 'format', 'enum', 'propertyNames']

type Schema = Record<string, unknown>

const anyValue = ['string', 'number', 'boolean', 'null', 'array', 'object']

/** Keywords whose value is a schema, a list of schemas, or schemas by name. These are rewritten too. */
const nested: Record<string, (value: unknown) => unknown> = {
  items: toPortableSchema,
  additionalProperties: toPortableSchema,
  anyOf: (schemas) => (schemas as unknown[]).map(toPortableSchema),
  properties: (schemas) =>
    Object.fromEntries(Object.entries(schemas as Schema).map(([name, schema]) => [name, toPortableSchema(schema)])),
}

/**
 * Gives each schema one type or an `anyOf` of single types, and an empty schema all types. Clients that use OpenAPI 3.0 reject anything
 * else.
 * @see the findings of `@modelcontextprotocol/inspector --strict`, 2026
 */
export function toPortableSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { type = Object.keys(schema).length === 0 ? anyValue : undefined, ...rest } = schema as Schema
  const rewritten = Object.entries(rest).map(([keyword, value]) => [keyword, nested[keyword]?.(value) ?? value])
  if (Array.isArray(type)) return Object.fromEntries([...rewritten, ['anyOf', type.map((one) => ({ type: one }))]])
  return Object.fromEntries(type === undefined ? rewritten : [['type', type], ...rewritten])
}

/**
 * Left out of tools. OpenAI's strict mode rejects `format: uri`, and Gemini rejects `propertyNames`. Bounds only cost tokens, because the
 * service checks them, with clearer errors than clients.
 */
const leftOut = new Set([
  ...['format', 'propertyNames', 'additionalProperties'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems'],
])

/**
 * Returns the schema of a tool's parameter. An object with any names becomes JSON text. OpenAI's strict mode rejects such objects, Gemini
 * rejects objects without properties, and some clients send them empty. The service accepts both objects and JSON text. Descriptions
 * contain the other examples that a model needs, and `output` lists the values of lists.
 * @see https://github.com/MarkusPfundstein/mcp-obsidian/issues/21 and https://github.com/danny-avila/LibreChat/issues/6706
 */
export function toToolParameter({ examples, items, ...schema }: Schema): Schema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !leftOut.has(keyword)))
  if (items !== undefined) return { ...kept, items: { type: (items as Schema).type } }
  if (schema.type !== 'object') return kept
  const [example] = examples as unknown[]
  return { ...kept, type: 'string', description: `${schema.description} JSON text: ${JSON.stringify(example)}` }
}
