/** Generates the tables in docs/ from the schemas. */

import { z } from 'zod'
import { type ErrorType, errorTable, publicType } from '../src/base/errors.ts'
import { settings } from '../src/config/config.ts'
import type { Operation } from '../src/contract/operation.ts'
import { contentByOutput } from '../src/contract/scrape.ts'
import { warningMeanings } from '../src/contract/warning.ts'
import { prompts } from '../src/interfaces/mcp/features/prompts.ts'
import { createRegistry, restMethods } from '../src/operations/registry.ts'

// The allowed models depend on a setting, so the documents don't name any.
export const registry = createRegistry(['(by setting)'])
const operations = Object.values(registry)

export function priceTable(): string {
  return table(
    ['operation', 'price'],
    operations.flatMap(({ name, price }) => (price === null ? [] : [[code(name), price.text]])),
  )
}

export function outputsTable(): string {
  return table(
    ['`output`', '`content`'],
    Object.entries(contentByOutput).map(([name, content]) => [code(name), content]),
  )
}

export function parameterTable({ input }: Operation): string {
  const rows = Object.entries(input.shape).map(([name, schema]) => {
    const json = toJson(schema as z.ZodType)
    return [code(name), typeOf(json), bounds(json), defaultOf(schema as z.ZodType), json.description ?? '']
  })
  return table(['parameter', 'type', 'allowed', 'default', 'meaning'], rows)
}

/** Returns one row per field of the result. Nested fields are listed by path, such as `ads[].title`. */
export function resultTable({ result }: Operation): string {
  return table(['field', 'type', 'meaning'], fieldRows(z.toJSONSchema(result, { io: 'output' }) as Json, ''))
}

/** Fields whose subfields are described in the text. */
const describedInText = ['content']

function fieldRows({ properties = {} }: Json, path: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const { value, isNullable } = withoutNull(field)
    const kind = `${kindOfField(value)}${isNullable ? ' or null' : ''}`
    const row = [
      code(path + name),
      kind,
      (field.description ?? value.description ?? '') + allowedValues(value, path + name),
    ]
    if (describedInText.includes(path + name)) return [row]
    const inner =
      value.type === 'array' ? fieldRows(value.items ?? {}, `${path}${name}[].`) : fieldRows(value, `${path}${name}.`)
    return [row, ...inner]
  })
}

/** Returns the values of an enum, except those that another table lists. */
function allowedValues({ enum: values }: Json, path: string): string {
  if (!values || path === 'output' || path === 'warnings[].code') return ''
  return ` ${values.map(code).join(', ')}.`
}

function withoutNull(schema: Json): { value: Json; isNullable: boolean } {
  if (Array.isArray(schema.type)) return { value: { ...schema, type: schema.type[0] }, isNullable: true }
  const [value = {}, other] = schema.anyOf ?? []
  return other?.type === 'null' ? { value, isNullable: true } : { value: schema, isNullable: false }
}

function kindOfField(schema: Json): string {
  if (schema.type === 'array') return schema.items?.type === 'object' ? 'array of objects' : 'array of strings'
  if (schema.type === 'object') return 'object'
  if (schema.anyOf) return 'string, array or object'
  return typeOf(schema)
}

export function warningsTable(): string {
  return table(
    ['code', 'meaning'],
    Object.entries(warningMeanings).map(([name, meaning]) => [code(name), meaning]),
  )
}

/** Returns the REST routes of the operations. */
export function routesTable(): string {
  return table(
    ['route', 'purpose'],
    operations
      .filter(({ restPath }) => restPath !== undefined)
      .map((operation) => [
        restMethods(operation)
          .map((method) => code(`${method} ${operation.restPath}`))
          .join(', '),
        operation.title,
      ]),
  )
}

export function promptsTable(): string {
  const rows = prompts.list().map(({ name, description, arguments: args }) => {
    const named = args.map((one) => (one.required ? code(one.name) : `${code(one.name)} (optional)`))
    return [code(name), named.join(', '), description]
  })
  return table(['prompt', 'arguments', 'purpose'], rows)
}

export function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const read = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
    const written = toJson(schema)
    const allowed = isFlag(written) ? '`true`, `false`' : read.type === 'number' ? bounds(read) : bounds(written)
    return [code(name), allowed, defaultOf(schema), schema.description ?? written.description ?? '']
  })
  return table(['variable', 'allowed', 'default', 'meaning'], rows)
}

/** Returns one row per public type. Types with the same status and next step share a row. */
export function errorsTable(): string {
  const rows = new Map<string, { types: Set<string>; cells: string[] }>()
  for (const [type, { status, retryable, next }] of Object.entries(errorTable)) {
    const cells = [retryable ? 'yes' : 'no', next]
    const key = [status, ...cells].join()
    const row = rows.get(key) ?? { types: new Set(), cells: [String(status), ...cells] }
    row.types.add(code(publicType(type as ErrorType)))
    rows.set(key, row)
  }
  const sorted = [...rows.values()].sort((a, b) => Number(a.cells[0]) - Number(b.cells[0]))
  return table(
    ['status', '`type`', 'may succeed on retry', 'what to do'],
    sorted.map(({ types, cells: [status = '', ...rest] }) => [status, [...types].join(', '), ...rest]),
  )
}

interface Json {
  /** A list for a nullable field: `['string', 'null']`. */
  type?: string | string[]
  format?: string
  enum?: unknown[]
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  description?: string
}

/** Returns the JSON Schema of the caller's input, before any transform. */
function toJson(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
}

function typeOf(json: Json): string {
  if (json.enum) return 'enum'
  return String(json.type ?? 'string')
}

function bounds(json: Json): string {
  if (json.enum?.includes('(by setting)')) return '`GLEANER_MODEL`, `GLEANER_MODELS`'
  if (json.enum) return json.enum.map(code).join(', ')
  if (json.type === 'array') return range(json.minItems ?? 0, json.maxItems, ' items')
  if (json.type === 'string') return range(json.minLength || undefined, json.maxLength, ' characters')
  return range(json.minimum, json.maximum, '')
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return ''
  if (max === undefined) return `at least ${grouped(min ?? 0)}${min === 1 ? unit.replace(/s$/, '') : unit}`
  if (min === undefined) return `up to ${grouped(max)}${unit}`
  return `${grouped(min)}–${grouped(max)}${unit}`
}

/** Returns the default before parsing, so that a machine-dependent path stays relative. */
function defaultOf(schema: z.ZodType): string {
  const written = writtenDefault(schema)
  if (Array.isArray(written) && written.length === 0) return ''
  if (written !== undefined) return code(written)
  return schema.safeParse(undefined).success ? '' : 'required'
}

function writtenDefault(schema: z.ZodType): unknown {
  const { def } = schema as z.ZodType & { def: { defaultValue?: unknown; innerType?: z.ZodType; in?: z.ZodType } }
  if (def.defaultValue !== undefined) return def.defaultValue
  const inner = def.innerType ?? def.in
  return inner && writtenDefault(inner)
}

function isFlag(json: Json): boolean {
  return json.enum?.includes('yes') ?? false
}

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

export function code(value: unknown): string {
  return `\`${String(value)}\``
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
