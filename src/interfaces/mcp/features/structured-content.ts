/** The structured content of a tool's results, for programs, and its schema. */

import { z } from 'zod'
import type { Operation, OperationResult } from '../../../contract/operation.ts'
import { bytesOfImage } from '../../../contract/screenshot.ts'
import { toPortableSchema } from './portable-schema.ts'

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
    override: ({ jsonSchema }) => void shorten(jsonSchema as Record<string, unknown>),
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

function shorten(schema: Record<string, unknown>): void {
  for (const keyword of costly) delete schema[keyword]
}
