/** May a robot of our name read this path? The rules of one robots.txt. */

export interface RobotsRules {
  /** `path` as in the URL, with its query. */
  allows(path: string): boolean
  /** Bytes that keeping them costs, about. */
  size: number
}

interface Rule {
  allow: boolean
  pattern: string
}

/** RFC 9309 §2.5 asks for at least this much to be read. */
const readChars = 512_000

/**
 * Reads a robots.txt for one product token: its own groups together, else those of `*`.
 * Patterns are matched piece by piece, in linear time: the text is written by strangers.
 * @see RFC 9309
 */
export function parseRobots(text: string, product: string): RobotsRules {
  const own: Rule[] = []
  const common: Rule[] = []
  let isNamed = false
  let groups: Rule[][] = []
  let isHeading = false
  for (const line of text.slice(0, readChars).split(/[\r\n]+/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!isHeading) groups = []
      isHeading = true
      const token = /^[a-z_-]+|^\*/i.exec(value)?.[0].toLowerCase()
      if (token === '*') groups.push(common)
      else if (token === product.toLowerCase()) {
        groups.push(own)
        isNamed = true
      }
    } else if (field === 'allow' || field === 'disallow') {
      isHeading = false
      const pattern = normalise(value.trim())
      if (pattern !== '') for (const rules of groups) rules.push({ allow: field === 'allow', pattern })
    }
  }
  const rules = isNamed ? own : common
  // The patterns are slices that hold the whole text.
  const size = text.length + 64 * rules.length
  return { size, allows: (path) => path === '/robots.txt' || verdict(rules, normalise(path)) }
}

/** The longest pattern that matches decides; of two as long the one that allows; none allows. */
function verdict(rules: readonly Rule[], path: string): boolean {
  let best: Rule = { allow: true, pattern: '' }
  for (const rule of rules) {
    const { length } = rule.pattern
    const wins = length > best.pattern.length || (length === best.pattern.length && rule.allow)
    if (wins && matches(rule.pattern, path)) best = rule
  }
  return best.allow
}

/** `*` stands for anything, `$` at the end for the end; otherwise a pattern is a beginning. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const first = pieces.shift() ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? pieces.pop() : undefined
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Percent-encoded, hexadecimal digits in upper case: so both sides are spelled alike. */
function normalise(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())
}
