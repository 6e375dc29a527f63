/** Reads `An+B`, the argument of `:nth-child()` and related pseudo-classes. @see CSS Syntax 3, section 6 */

const written = /^(?:([+-]?\d{0,9})n(?:\s*([+-])\s*(\d{1,9}))?|([+-]?\d{1,9}))$/

/** Null if the rule is invalid. */
export function parseNth(rule: string): { step: number; start: number } | null {
  const text = rule.trim().toLowerCase()
  if (text === 'even' || text === 'odd') return { step: 2, start: text === 'odd' ? 1 : 0 }
  const match = written.exec(text)
  if (!match) return null
  const [, factor = '', sign = '', offset = '0', only] = match
  if (only !== undefined) return { step: 0, start: Number(only) }
  return { step: /\d/.test(factor) ? Number(factor) : Number(`${factor}1`), start: Number(sign + offset) }
}

/** True if the rule covers a position, which counts from 1. */
export function isNth(position: number, rule: string): boolean {
  const nth = parseNth(rule)
  if (nth === null) return false
  const distance = position - nth.start
  return nth.step === 0 ? distance === 0 : distance % nth.step === 0 && distance / nth.step >= 0
}
