/** JSON Schema in the spelling that the most clients understand; it means the same. */

type Schema = Record<string, unknown>

const anyValue = ['string', 'number', 'boolean', 'null', 'array', 'object']

/** Keywords that hold a schema, a list of schemas, or schemas by name; what stands under others is left as it is. */
const walk: Record<string, (value: unknown) => unknown> = {
  items: toPortableSchema,
  additionalProperties: toPortableSchema,
  anyOf: (schemas) => (schemas as unknown[]).map(toPortableSchema),
  properties: (schemas) =>
    Object.fromEntries(Object.entries(schemas as Schema).map(([name, schema]) => [name, toPortableSchema(schema)])),
}

/**
 * One type to a schema, and no schema that says nothing: clients that map onto the dialect of OpenAPI 3.0 refuse the others.
 * @see the findings of `@modelcontextprotocol/inspector --strict`
 */
export function toPortableSchema(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { type = Object.keys(schema).length === 0 ? anyValue : undefined, ...rest } = schema as Schema
  const walked = Object.entries(rest).map(([keyword, value]) => [keyword, walk[keyword]?.(value) ?? value])
  if (Array.isArray(type)) return Object.fromEntries([...walked, ['anyOf', type.map((one) => ({ type: one }))]])
  return Object.fromEntries(type === undefined ? walked : [['type', type], ...walked])
}
