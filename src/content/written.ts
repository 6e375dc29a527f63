/** A content as its JSON in bytes: what a reader hands over, what is stored, and what a response is joined of, written only once. */

import type { OperationResult } from '../contract/operation.ts'
import type { Content } from '../contract/scrape.ts'

export interface WrittenContent {
  /** Compact JSON in UTF-8, in a buffer of exactly its length. */
  json: Uint8Array<ArrayBuffer>
  /** UTF-16 units of a text, or of the compact JSON of a list or an object. */
  chars: number
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function writeContent(content: Content): WrittenContent {
  const json = JSON.stringify(content)
  return { json: encoder.encode(json), chars: typeof content === 'string' ? content.length : json.length }
}

export function readContent({ json }: WrittenContent): Content {
  return JSON.parse(decoder.decode(json))
}

/** The fields of an object before its content, the content's JSON, and the fields behind it. */
interface PartlyWritten {
  before: object
  json: Uint8Array
  after: object
}

const partlyWritten = new WeakMap<object, PartlyWritten>()

/**
 * The object `{ ...before, content, ...after }`. Its content is read when somebody asks for it; `jsonBytes` takes it as it is written.
 * Neither `before` nor `after` may be empty or be changed later.
 */
export function withContent<Before extends object, After extends object>(
  before: Before,
  written: WrittenContent,
  after: After,
): Before & { content: Content } & After {
  let content: Content | undefined
  const read = () => {
    content ??= readContent(written)
    return content
  }
  const whole = { ...before, content: null, ...after }
  Object.defineProperty(whole, 'content', { get: read, enumerable: true, configurable: true })
  partlyWritten.set(whole, { before, json: written.json, after })
  return whole as unknown as Before & { content: Content } & After
}

/** The parts of an object that `withContent` has made; null for any other one. */
export function writtenParts(value: object): PartlyWritten | null {
  return partlyWritten.get(value) ?? null
}

/** The compact JSON of an object in UTF-8, in parts that are joined without anything between them. */
export function jsonBytes(value: object): Uint8Array[] {
  const parts = writtenParts(value)
  if (!parts) return [Buffer.from(JSON.stringify(value))]
  const { before, json, after } = parts
  const head = `${JSON.stringify(before).slice(0, -1)},"content":`
  return [Buffer.from(head), json, Buffer.from(`,${JSON.stringify(after).slice(1)}`)]
}

/** The compact JSON of a result's content; null where it has none. */
export function contentJson(result: OperationResult): Uint8Array | null {
  const parts = writtenParts(result)
  if (parts) return parts.json
  const { content = null } = result
  return content === null ? null : Buffer.from(JSON.stringify(content))
}
