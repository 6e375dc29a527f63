/** The part of JSON Schema that the form understands. Everything else is entered as JSON. */

import type { FieldKind } from './api-operation.ts'

export interface FieldSchema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  additionalProperties?: boolean | FieldSchema
  anyOf?: readonly FieldSchema[]
  oneOf?: readonly FieldSchema[]
  default?: unknown
  examples?: readonly unknown[]
  example?: unknown
  description?: string
  maxLength?: number
  /** The schema of the value that a string contains as JSON. */
  contentSchema?: FieldSchema
}

const minLongTextChars = 3000

/** Follows references within the document. Of several alternatives, takes the first one that isn't null. */
export function resolveSchema(schema: FieldSchema, root: unknown): FieldSchema {
  if (schema.$ref?.startsWith('#/')) {
    const { $ref, ...rest } = schema
    return resolveSchema({ ...(atPointer(root, $ref) as FieldSchema), ...rest }, root)
  }
  const { anyOf, oneOf, ...rest } = schema
  const alternatives = anyOf ?? oneOf
  if (!alternatives) return schema
  const chosen = alternatives.map((one) => resolveSchema(one, root)).find(({ type }) => type !== 'null')
  return { ...chosen, ...rest }
}

function atPointer(root: unknown, pointer: string): unknown {
  const steps = pointer.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)
}

/** Returns the kind of form field for a resolved schema. */
export function fieldKind(schema: FieldSchema, root: unknown): FieldKind {
  if (schema.enum) return 'enum'
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((one) => one !== 'null')
  switch (type) {
    case 'array':
      if (choicesOf(schema, root).length > 0) return 'choices'
      return resolveSchema(schema.items ?? {}, root).type === 'string' ? 'lines' : 'json'
    case 'object':
      return isMapOfStrings(schema) ? 'pairs' : 'json'
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
      return (schema.maxLength ?? 0) >= minLongTextChars ? 'long text' : 'text'
    default:
      return 'json'
  }
}

function isMapOfStrings({ properties, additionalProperties }: FieldSchema): boolean {
  return !properties && typeof additionalProperties === 'object' && additionalProperties.type === 'string'
}

export function choicesOf(schema: FieldSchema, root: unknown): string[] {
  const values = schema.enum ?? resolveSchema(schema.items ?? {}, root).enum ?? []
  return values.filter((value) => value !== null).map(String)
}
