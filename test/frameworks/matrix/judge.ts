/** Compares what a model was sent for a tool result with the page, and names the damage. */

import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import type { SentResult } from '../model/wire.ts'
import { type CallBody, errorLine } from './cases.ts'

/** Limit for the tokens of a result without the content, warnings, URLs, outline and extra outputs. */
const maxOverheadTokens = 40

export interface Verdict {
  /** The damage, most important first. Empty if the model was sent the page once and unchanged. */
  damage: string[]
  tokens: number
  text: string
}

const encoding = new Tiktoken(o200k)
export const tokensOf = (text: string) => encoding.encode(text, [], []).length

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)
const timesIn = (text: string, part: string) => (part === '' ? 0 : text.split(part).length - 1)

/** Fields that only the structured form of a result has. */
const structuredFields = /\bcredits_(?:charged|remaining)\b|\bstructuredContent\b/

export function contentOf({ content }: CallBody): string {
  // Some clients trim a result.
  return content === undefined || content === null ? '' : asText(content).trimEnd()
}

/** Judges one result. `expected` is the same call's result on the command line. */
export function judge(
  { texts, otherBlocks }: SentResult,
  expected: CallBody,
  header: readonly RegExp[],
  maxTokens = Infinity,
): Verdict {
  const text = texts.join('\n\n')
  const damage = otherBlocks.map((kind) => `${kind} block`)
  if (structuredFields.test(text)) damage.push('structured result')
  if (expected.detail !== undefined) {
    const times = text.match(errorLine)?.length ?? 0
    if (times !== 1) damage.push(times === 0 ? 'no error line' : 'error line twice')
  } else {
    damage.push(...contentDamage(text, expected))
    damage.push(...(damage.length === 0 ? headerDamage(text, expected, header) : []))
  }
  const tokens = tokensOf(text)
  if (tokens > maxTokens) damage.push(`${tokens} tokens`)
  return { damage, tokens, text }
}

function contentDamage(text: string, expected: CallBody): string[] {
  const content = contentOf(expected)
  const extras = Object.values(expected.extra ?? {}).map((value) => asText(value).trimEnd())
  const parts = [content, ...extras]
  if (parts.every((part) => timesIn(text, part) === 1)) return []
  if (parts.some((part) => timesIn(text, part) > 1)) return ['content twice']
  const once = parts.map(escaped)
  if (once.every((part) => timesIn(text, part) === 1)) return ['JSON']
  if (once.some((part) => timesIn(text, part) > 1)) return ['content twice in JSON']
  if (once.map(escaped).every((part) => text.includes(part))) return ['JSON in JSON']
  return ['content missing']
}

/** Checks the header lines, and the tokens of everything except the content. */
function headerDamage(text: string, expected: CallBody, header: readonly RegExp[]): string[] {
  const content = contentOf(expected)
  const at = text.indexOf(content)
  const rest = `${text.slice(0, at)}${text.slice(at + content.length)}`
  const missing = header.filter((line) => rest.split('\n').filter((each) => line.test(each)).length !== 1)
  const overhead = tokensOf(withoutFree(rest))
  return [
    ...missing.map(({ source }) => `no line ${source.replace(/^\^|\$$/g, '')}`),
    ...(overhead > maxOverheadTokens ? [`${overhead} tokens in addition to the content`] : []),
  ]
}

/** Leaves out what a caller can't do without or has asked for: warnings, URLs, the outline and extra outputs. */
function withoutFree(text: string): string {
  return text
    .replace(/^(?:warning|url|final_url): .*$/gm, '')
    .replace(/^outline:(?:\n\d+ \d .*)+/m, '')
    .replace(/^extra \w+:\n.*$/gm, '')
}
