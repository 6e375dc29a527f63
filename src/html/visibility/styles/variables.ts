/** Replaces custom properties by their values. @see CSS Custom Properties Level 1 */

import type { Element } from 'domhandler'
import { readDeclarations } from './declarations.ts'

export interface CustomValue {
  value: string
  owner: Element
}

const maxReplaced = 100
const maxNames = 300
const maxChars = 2000
const reference = /var\(\s*(--[^,()\s]+)\s*/

/** Null if a property has neither a value nor a fallback, refers to itself, or becomes too long. */
export function replaceVariables(
  text: string,
  element: Element,
  find: (name: string, element: Element) => CustomValue | null,
): string | null {
  let left = maxReplaced
  return replace(text, element, [])

  function replace(text: string, element: Element, open: readonly string[]): string | null {
    let replaced = text
    for (let found = reference.exec(replaced); found; found = reference.exec(replaced)) {
      const [start, name = ''] = found
      const end = closingAt(replaced, found.index + 4)
      const fallback = replaced.slice(found.index + start.length, end)
      const custom = left-- > 0 && !open.includes(name) ? find(name, element) : null
      const value =
        (custom && replace(custom.value, custom.owner, [...open, name])) ??
        (fallback.startsWith(',') ? replace(fallback.slice(1).trim(), element, open) : null)
      if (value === null || left < 0) return null
      replaced = replaced.slice(0, found.index) + value + replaced.slice(end + 1)
      if (replaced.length > maxChars) return null
    }
    return replaced
  }
}

export function namesUsedIn(declarations: string): string[] {
  return readDeclarations(declarations).flatMap(({ property, value }) =>
    property.startsWith('--') || !value.includes('var(') ? [] : (value.match(/--[\w-]+/g) ?? []),
  )
}

/** The names, and those that their values use in turn. */
export function withNamesBehind(used: readonly string[], rules: readonly { declarations: string }[]): Set<string> {
  const names = new Set(used)
  const behind = new Map<string, string[]>()
  for (const { declarations } of names.size > 0 ? rules : [])
    for (const [, name = '', value = ''] of declarations.matchAll(/(--[\w-]+)\s*:([^;]*var\([^;]*)/g))
      behind.set(name, [...(behind.get(name) ?? []), ...(value.match(/--[\w-]+/g) ?? [])].slice(0, maxReplaced))
  for (const name of names) for (const one of behind.get(name) ?? []) if (names.size < maxNames) names.add(one)
  return names
}

function closingAt(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
