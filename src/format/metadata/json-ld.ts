/** Reads objects from a page's JSON-LD scripts. @see https://www.w3.org/TR/json-ld11/, https://schema.org */

import { isJsonObject } from '../../base/json-value.ts'
import { mayHoldInvisible, withoutInvisible } from '../../html/visibility/invisible-characters.ts'

// Serializing values nested deeper than this overflows the stack.
const maxChars = 4_000_000
const maxDepth = 100

/**
 * Returns the objects of the scripts in order, including the items of a script that is a list. Leaves out scripts that aren't JSON, objects
 * more than 100 levels deep, and scripts beyond 4 million characters in total. The page chooses the keys, and one may be `__proto__`.
 */
export function readJsonLd(scripts: readonly string[]): unknown[] {
  const objects: unknown[] = []
  let charsLeft = maxChars
  for (const script of scripts) {
    if (script.length > charsLeft) continue
    charsLeft -= script.length
    const value = parseTolerantly(script)
    for (const item of Array.isArray(value) ? value : [value])
      if (isJsonObject(item) && !isTooDeep(item)) objects.push(item)
  }
  return objects
}

// XHTML conventions: `<!-- … -->` and `<![CDATA[ … ]]>` around the JSON, plain or in JavaScript comments.
const opening = /^(?:\s|\ufeff|<!--|\/\*|\*\/|\/\/|<!\[CDATA\[)+/
const ending = /(?:\s|-->|\/\*|\*\/|\/\/|\]\]>|;)+$/

function parseTolerantly(script: string): unknown {
  const bare = withoutEnding(script.replace(opening, ''))
  // Line breaks inside strings are the most frequent error.
  return parseJson(bare) ?? parseJson(bare.replace(/\p{Cc}+/gu, ' '))
}

/** Looks only at the last hundred characters, because the pattern is slow on long, repetitive text. */
function withoutEnding(text: string): string {
  return text.slice(0, -100) + text.slice(-100).replace(ending, '')
}

function parseJson(text: string): unknown {
  try {
    const mayHold = mayHoldInvisible(text) || text.includes('\\u')
    return JSON.parse(text, mayHold ? cleanString : undefined)
  } catch {
    // Invalid JSON-LD is left out.
    return undefined
  }
}

const cleanString = (_: string, value: unknown) => (typeof value === 'string' ? withoutInvisible(value) : value)

function isTooDeep(item: object): boolean {
  const open: [unknown, number][] = [[item, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > maxDepth) return true
    for (const inner of Object.values(value)) if (typeof inner === 'object') open.push([inner, depth + 1])
  }
  return false
}

const maxValuesRead = 10_000

/** Returns the longest `articleBody` at any depth in the items; empty if there isn't one. @see https://schema.org/articleBody */
export function articleBodyOf(items: readonly unknown[]): string {
  let longest = ''
  const open: unknown[] = [...items]
  for (let read = 0; open.length > 0 && read < maxValuesRead; read++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const body = 'articleBody' in value ? value.articleBody : null
    if (typeof body === 'string' && body.length > longest.length) longest = body
    open.push(...Object.values(value).slice(0, maxValuesRead))
  }
  return longest
}
