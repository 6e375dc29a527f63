/** Content that is serialized once, as JSON bytes. Readers pass these on, results store them, and responses are assembled from them. */

import type { Content } from '../contract/list-items.ts'
import type { OperationResult } from '../contract/operation.ts'
import type { Output } from '../contract/scrape.ts'
import { contentTokensOf } from './content-tokens.ts'
import type { PageStart } from './page-starts.ts'

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

interface CountedContent extends WrittenContent {
  tokens: number
}

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

export function isWritten(value: unknown): value is WrittenContent {
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
    const fields = fieldsOf(value)
    if (isWritten(value)) {
      parts.push(Buffer.from(text), value.json)
      text = ''
    } else if (fields) writeFields(fields)
    else text += JSON.stringify(value)
  }

  function writeFields(fields: Readonly<Record<string, unknown>>): void {
    let before = '{'
    /** Fields to serialize together, because a call for each of them takes four times as long. */
    let plain: Record<string, unknown> = {}
    function writePlain(): void {
      const json = JSON.stringify(plain).slice(1, -1)
      plain = {}
      if (json === '') return
      text += before + json
      before = ','
    }
    for (const [name, field] of Object.entries(fields)) {
      if (!isWritten(field) && !fieldsOf(field)) {
        plain[name] = field
        continue
      }
      writePlain()
      text += `${before}${JSON.stringify(name)}:`
      before = ','
      write(field)
    }
    writePlain()
    text += before === '{' ? '{}' : '}'
  }

  write(value)
  return [...parts, Buffer.from(text)]
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? writtenFields(value) : null)

/** Returns the compact JSON of a result's content; null if it has none. */
export function contentJson(result: OperationResult): Uint8Array | null {
  const { content = null } = writtenFields(result) ?? result
  if (content === null) return null
  return isWritten(content) ? content.json : Buffer.from(JSON.stringify(content))
}
