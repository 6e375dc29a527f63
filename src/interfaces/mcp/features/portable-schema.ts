/** Rewrites JSON Schema into an equivalent form that most MCP clients accept. */

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
