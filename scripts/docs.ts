/** Writes server.json and the parts of README.md that are made from the schemas; with `--check` only tells whether they are in step. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { settings } from '../src/config.ts'
import type { Operation } from '../src/contract/operation.ts'
import { createOperations } from '../src/contract/operations.ts'
import { type ErrorType, errorTable, publicType } from '../src/errors.ts'
import { createPrompts } from '../src/protocol/mcp/features/prompts.ts'
import { readmeLines } from './install-lines.ts'
import { createRegistryEntry } from './registry-entry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

// The allowed models are a setting: the README names none.
const operations = createOperations(['(by setting)'])
const operation = (name: Operation['name']) => operations.find((one) => one.name === name) as Operation

/** What stands between `<!-- made from SOURCE: begin -->` and `<!-- made from SOURCE: end -->`. */
const parts: Record<string, () => string> = {
  'src/contract/scrape.ts': () => parameterTable(operation('scrape')),
  'src/contract/google-ads.ts': () => parameterTable(operation('google_ads')),
  'src/contract/operations.ts': () =>
    table(
      ['operation', 'price'],
      operations.map(({ name, priceText }) => [code(name), priceText]),
    ),
  'src/errors.ts': errorsTable,
  'src/config.ts': settingsTable,
  'src/protocol/mcp/features/prompts.ts': promptsTable,
  'scripts/install-lines.ts': readmeLines,
}

/** The files that are made, each from what it is now. */
export const documents: Record<string, (before: string) => string> = {
  'README.md': updateDocument,
  'server.json': () => {
    const entry = createRegistryEntry(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
    return `${JSON.stringify(entry, null, 2)}\n`
  },
}

/** The text with every made part made anew. Throws an Error when a part is missing or unknown. */
export function updateDocument(text: string): string {
  const missing = new Set(Object.keys(parts))
  const updated = text.replace(
    /(<!-- made from (\S+): begin -->\n)[\s\S]*?(<!-- made from \2: end -->)/g,
    (_, begin: string, source: string, end: string) => {
      const make = parts[source]
      if (!make) throw new Error(`README.md has a part made from ${source}, which scripts/docs.ts does not know`)
      missing.delete(source)
      return `${begin}\n${make()}\n\n${end}`
    },
  )
  if (missing.size > 0) throw new Error(`README.md lacks the part made from ${[...missing].join(', ')}`)
  return updated
}

function parameterTable({ input }: Operation): string {
  const rows = Object.entries(input.shape).map(([name, schema]) => {
    const json = toJson(schema as z.ZodType)
    return [code(name), typeOf(json), bounds(json), defaultOf(schema as z.ZodType), json.description ?? '']
  })
  return table(['parameter', 'type', 'allowed', 'default', 'meaning'], rows)
}

function promptsTable(): string {
  const prompts = createPrompts({ get: async () => null, list: async () => [] }).list()
  const rows = prompts.map(({ name, description, arguments: args }) => {
    const named = args.map((one) => (one.required ? code(one.name) : `${code(one.name)} (optional)`))
    return [code(name), named.join(', '), description]
  })
  return table(['prompt', 'arguments', 'what for'], rows)
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, schema]) => {
    const read = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json
    const written = toJson(schema)
    const allowed = isFlag(written) ? '`true`, `false`' : read.type === 'number' ? bounds(read) : bounds(written)
    return [code(name), allowed, defaultOf(schema), schema.description ?? written.description ?? '']
  })
  return table(['variable', 'allowed', 'default', 'meaning'], rows)
}

/** One row per public type; those with the same status and next step share it. */
function errorsTable(): string {
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
    ['status', '`type`', 'worth a retry', 'what to do'],
    sorted.map(({ types, cells: [status = '', ...rest] }) => [status, [...types].join(', '), ...rest]),
  )
}

interface Json {
  type?: string
  format?: string
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
}

/** JSON Schema of what the caller writes, before any transform. */
function toJson(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
}

function typeOf(json: Json): string {
  const names: Record<string, string> = { string: 'text', boolean: 'boolean', integer: 'integer', number: 'number' }
  return json.enum ? 'enum' : (names[json.type ?? ''] ?? 'text')
}

function bounds(json: Json): string {
  if (json.enum?.includes('(by setting)')) return '`GLEANER_MODEL`, `GLEANER_MODELS`'
  if (json.enum) return json.enum.map(code).join(', ')
  if (json.type === 'string') return range(json.minLength || undefined, json.maxLength, ' characters')
  return range(json.minimum, json.maximum, '')
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return ''
  if (max === undefined) return `at least ${grouped(min ?? 0)}${min === 1 ? unit.replace(/s$/, '') : unit}`
  if (min === undefined) return `up to ${grouped(max)}${unit}`
  return `${grouped(min)}–${grouped(max)}${unit}`
}

/** The default as it is written, not as it is read: a path that depends on the machine stays relative. */
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

function code(value: unknown): string {
  return `\`${String(value)}\``
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check')
  for (const [name, make] of Object.entries(documents)) {
    const before = existsSync(root + name) ? readFileSync(root + name, 'utf8') : ''
    const after = make(before)
    if (!isCheck && after !== before) writeFileSync(root + name, after)
    const verdict =
      after === before ? 'in step with src/' : isCheck ? 'out of step with src/: run "npm run docs"' : 'updated'
    process.stdout.write(`documents: ${name} is ${verdict}\n`)
    if (isCheck && after !== before) process.exitCode = 1
  }
}
