/** Content that is serialized once, as JSON bytes. Readers pass these on, results store them, and responses are assembled from them. */

import { hash } from 'node:crypto'
import type { Content } from '../contract/list-items.ts'
import type { OperationResult } from '../contract/operation.ts'
import type { Output } from '../contract/scrape.ts'
import { contentTokensOf } from './content-tokens.ts'
import { endOfFrontMatter } from './markdown-blocks.ts'
import type { PageStart } from './outline.ts'

export interface WrittenContent {
  /** Compact JSON in UTF-8, in a buffer of exactly its length. */
  json: Uint8Array<ArrayBuffer>
  /** UTF-16 units of a string, or of the compact JSON of a list or an object. */
  chars: number
  /** Estimated number of tokens in that text or JSON, if counted. */
  tokens?: number
  /** `sha256:` and the digest in hex, if this is the content of a whole result. */
  hash?: string | undefined
  /** Where the pages of a document begin in its markdown. */
  pageStarts?: readonly PageStart[] | undefined
}

/** Outputs by name, in the order requested. A missing output is null. */
export type WrittenExtra = Partial<Record<Output, WrittenContent | null>>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function writeContent(content: Content): WrittenContent {
  const json = JSON.stringify(content)
  return { json: encoder.encode(json), chars: typeof content === 'string' ? content.length : json.length }
}

type CountedContent = WrittenContent & { tokens: number }

/** Serializes a piece for a response, along with its token count. */
export function writeCounted(content: Content): CountedContent {
  return countTokens(writeContent(content), content)
}

export function countTokens(written: WrittenContent, content: Content): CountedContent {
  const text = typeof content === 'string' ? content : decoder.decode(written.json)
  return { ...written, tokens: contentTokensOf(text) }
}

export function readContent({ json }: WrittenContent): Content {
  return JSON.parse(decoder.decode(json))
}

/** True if the content is text. */
export function isText(json: Uint8Array): boolean {
  return json[0] === '"'.charCodeAt(0)
}

/** Returns the text in a string's JSON as UTF-8. Half a surrogate pair becomes U+FFFD. */
export function textBytes(json: Uint8Array): Uint8Array {
  return encoder.encode(JSON.parse(decoder.decode(json)))
}

function isWritten(value: unknown): value is WrittenContent {
  return typeof value === 'object' && value !== null && 'json' in value && value.json instanceof Uint8Array
}

/** The fields as readers see them, even where the content behind them is serialized. */
type ReadFields<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends infer Value ? (Value extends WrittenContent ? Content : Value) : never
}

const partlyWritten = new WeakMap<object, object>()

/**
 * Returns the same fields, but parses each piece of serialized content on first access. `jsonBytes` uses its bytes unchanged. Don't change
 * the fields later.
 * @example
 * const result = withWritten({ content: writeContent('Hello') })
 * result.content // 'Hello'
 * Buffer.concat(jsonBytes(result)).toString() // '{"content":"Hello"}'
 */
export function withWritten<Fields extends object>(fields: Fields): ReadFields<Fields> {
  const whole = { ...fields }
  for (const name in fields) if (isWritten(fields[name])) Object.defineProperty(whole, name, contentProperty(name))
  partlyWritten.set(whole, fields)
  return whole as ReadFields<Fields>
}

const contentProperties: Record<string, PropertyDescriptor> = {}

/** All objects share one getter per name. Getters made for each object would keep the content in memory until V8 collects all objects. */
function contentProperty(name: string): PropertyDescriptor {
  contentProperties[name] ??= {
    get(this: object) {
      const value = readContent(writtenFields(this)?.[name] as WrittenContent)
      Object.defineProperty(this, name, { value })
      return value
    },
    ...{ enumerable: true, configurable: true },
  }
  return contentProperties[name]
}

/** Returns the fields passed to `withWritten` for this object; null for any other object. */
export function writtenFields(value: object): Readonly<Record<string, unknown>> | null {
  return (partlyWritten.get(value) as Record<string, unknown> | undefined) ?? null
}

/** Returns an object's compact JSON in UTF-8, as parts to concatenate. */
export function jsonBytes(value: object): Uint8Array[] {
  const parts: Uint8Array[] = []
  let text = ''

  function write(value: unknown): void {
    const fields = typeof value === 'object' && value !== null ? writtenFields(value) : null
    if (isWritten(value)) {
      parts.push(Buffer.from(text), value.json)
      text = ''
    } else if (fields) {
      let before = '{'
      for (const [name, field] of Object.entries(fields)) {
        if (field === undefined) continue
        text += `${before}${JSON.stringify(name)}:`
        before = ','
        write(field)
      }
      text += before === '{' ? '{}' : '}'
    } else text += JSON.stringify(value)
  }

  write(value)
  return [...parts, Buffer.from(text)]
}

/** Returns the compact JSON of a result's content; null if it has none. */
export function contentJson(result: OperationResult): Uint8Array | null {
  const { content = null } = writtenFields(result) ?? result
  if (content === null) return null
  return isWritten(content) ? content.json : Buffer.from(JSON.stringify(content))
}

/** The line of Gleaner's front matter that differs with each request. */
const fetchedAt = /^fetched_at: .*\n/m

/** Returns `sha256:` and 64 hex digits: of text as UTF-8, or of the compact JSON of a list or an object. */
export function hashOfContent(content: Content, { json }: WrittenContent, hasFrontMatter: boolean): string {
  if (typeof content !== 'string') return `sha256:${hash('sha256', json)}`
  const end = hasFrontMatter ? endOfFrontMatter(content) : 0
  return `sha256:${hash('sha256', content.slice(0, end).replace(fetchedAt, '') + content.slice(end))}`
}

/** Returns the content of a result that has not changed: empty, and of the same type. */
export function emptyContent({ json }: WrittenContent): '' | [] | Record<string, never> {
  if (isText(json)) return ''
  return json[0] === '['.charCodeAt(0) ? [] : {}
}

/** Text longer than this is measured exactly. For shorter text, an upper bound is enough. */
const measuredChars = 1_000_000

/** A control character takes six bytes (`\u0001`). All other characters take fewer. */
const maxBytesPerChar = 6

/** Bytes for the quotes, comma or colon around a value, and for the longest number. */
const valueBytes = 26

/**
 * Returns an upper bound for the UTF-8 bytes of `JSON.stringify(value)`. The value is plain data, and may include serialized contents.
 * @example
 * maxJsonBytes({ title: 'Hello' }) // 70
 */
export function maxJsonBytes(value: unknown): number {
  if (typeof value === 'string') {
    if (value.length > measuredChars) return Buffer.byteLength(JSON.stringify(value)) + 1
    return value.length * maxBytesPerChar + 4
  }
  if (typeof value !== 'object' || value === null) return valueBytes
  if (isWritten(value)) return value.json.byteLength
  let bytes = 2
  if (Array.isArray(value)) for (const item of value) bytes += maxJsonBytes(item)
  else {
    const fields = Object.entries(writtenFields(value) ?? value)
    for (const [name, field] of fields) bytes += maxJsonBytes(name) + maxJsonBytes(field)
  }
  return bytes
}
