/** Parses a robots.txt into the rules for one robot. */

export interface RobotsRules {
  /** `path` is the path in the URL, with its query. */
  allows(path: string): boolean
  /** Approximate size of the rules in memory, in bytes. */
  size: number
}

interface RobotsRule {
  allow: boolean
  pattern: string
}

/** RFC 9309 §2.5 requires parsers to read at least this much. */
const maxParsedChars = 512_000

/**
 * Returns the rules of all groups for one product token, or else those for `*`. Matches patterns part by part in linear time, because the
 * text is untrusted.
 * @see RFC 9309
 */
export function parseRobots(text: string, product: string): RobotsRules {
  const specific: RobotsRule[] = []
  const common: RobotsRule[] = []
  let isNamed = false
  let groups: RobotsRule[][] = []
  let isInHeading = false
  for (const line of text.slice(0, maxParsedChars).split(/[\r\n]+/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!isInHeading) groups = []
      isInHeading = true
      const token = /^[a-z_-]+|^\*/i.exec(value)?.[0].toLowerCase()
      if (token === '*') groups.push(common)
      else if (token === product.toLowerCase()) {
        groups.push(specific)
        isNamed = true
      }
    } else if (field === 'allow' || field === 'disallow') {
      isInHeading = false
      const pattern = normalisePath(value.trim())
      if (pattern !== '') for (const rules of groups) rules.push({ allow: field === 'allow', pattern })
    }
  }
  const rules = isNamed ? specific : common
  // The patterns are slices, so they keep the whole file in memory.
  const size = text.length + 64 * rules.length
  return { size, allows: (path) => path === '/robots.txt' || isAllowed(rules, normalisePath(path)) }
}

/** The longest matching pattern decides. If two have the same length, the Allow rule wins. If none matches, the path is allowed. */
function isAllowed(rules: readonly RobotsRule[], path: string): boolean {
  let best: RobotsRule = { allow: true, pattern: '' }
  for (const rule of rules) {
    const { length } = rule.pattern
    const wins = length > best.pattern.length || (length === best.pattern.length && rule.allow)
    if (wins && matches(rule.pattern, path)) best = rule
  }
  return best.allow
}

/** `*` matches any characters, and `$` at the end matches the end of the path. Other patterns match a prefix. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts.shift() ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Percent-encodes the path with upper-case hexadecimal digits, so that patterns and paths compare as text. */
function normalisePath(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())
}
