/** What of JSON Schema the form understands. Anything else is written as JSON. */

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
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const longTextChars = 3000

/** Follows a reference within the document; of several forms takes the first one that is not null. */
export function resolveSchema(schema: FieldSchema, root: unknown): FieldSchema {
  if (schema.$ref?.startsWith('#/')) {
    const { $ref, ...rest } = schema
    return resolveSchema({ ...(atPointer(root, $ref) as FieldSchema), ...rest }, root)
  }
  const forms = schema.anyOf ?? schema.oneOf
  if (!forms) return schema
  const { anyOf, oneOf, ...rest } = schema
  const chosen = forms.map((form) => resolveSchema(form, root)).find(({ type }) => type !== 'null')
  return { ...chosen, ...rest }
}

function atPointer(root: unknown, pointer: string): unknown {
  const steps = pointer
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)
}

/** The kind of field that a resolved schema is filled in by. */
export function fieldKind(schema: FieldSchema, root: unknown): FieldKind {
  const type = typeOf(schema)
  if (schema.enum) return 'enum'
  if (type === 'array') {
    return schema.items && resolveSchema(schema.items, root).enum ? 'choices' : 'json'
  }
  if (type === 'object') return isOfTexts(schema) ? 'pairs' : 'json'
  if (type === 'boolean' || type === 'integer' || type === 'number') return type
  if (type !== 'string') return 'json'
  return (schema.maxLength ?? 0) >= longTextChars ? 'long text' : 'text'
}

/** Whether an object has a text under any name. */
function isOfTexts({ properties, additionalProperties }: FieldSchema): boolean {
  return !properties && typeof additionalProperties === 'object' && additionalProperties.type === 'string'
}

function typeOf({ type }: FieldSchema): string | undefined {
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null')
}

export function choicesOf(schema: FieldSchema, root: unknown): string[] {
  const values = schema.enum ?? (schema.items ? resolveSchema(schema.items, root).enum : undefined) ?? []
  return values.filter((value) => value !== null).map(String)
}

/** Bounds in words, for integers and texts. */
export function boundsOf({ minimum, maximum, minLength, maxLength }: FieldSchema, format: Intl.NumberFormat): string {
  const [low, high, unit] =
    minimum === undefined && maximum === undefined ? [minLength, maxLength, ' characters'] : [minimum, maximum, '']
  if (high !== undefined) return `${format.format(low ?? 0)}–${format.format(high)}${unit}`
  return low === undefined ? '' : `at least ${format.format(low)}${unit}`
}
