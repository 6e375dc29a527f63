/** Evaluates numbers, lengths, percentages and angles, including CSS math functions. @see CSS Values and Units Level 4 */

/** A number, a length in pixels, an angle in degrees (also as `px`), or a percentage. */
export interface Value {
  value: number
  unit: '' | 'px' | '%'
}

const maxChars = 500
const maxDepth = 20
const ofViewport = { w: 12.8, h: 8, i: 12.8, b: 8, min: 8, max: 12.8 }
const units: Record<string, number> = {
  ...{ px: 1, em: 16, rem: 16, ex: 8, ch: 8, lh: 20, rlh: 20, in: 96, cm: 37.8, mm: 3.78, q: 0.945, pt: 4 / 3, pc: 16 },
  ...{ deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 },
  ...Object.fromEntries(
    Object.entries(ofViewport).flatMap(([side, px]) => ['v', 'sv', 'lv', 'dv'].map((kind) => [kind + side, px])),
  ),
}
const constants: Record<string, number> = { pi: Math.PI, e: Math.E, infinity: 1e9, '-infinity': -1e9 }

/** Null if the text isn't a value, or if it adds a percentage to a length. With `emIsPercent`, 1em is 100%, as in a font size. */
export function evaluate(text: string, emIsPercent = false): Value | null {
  let reduced = text.trim().toLowerCase()
  if (reduced.length > maxChars) return null
  for (let n = 0; n < maxDepth && reduced.includes('('); n++)
    reduced = reduced.replace(/([a-z-]*)\(([^()]*)(?:\)|$)/g, (_, name, inner) => call(name, inner.split(',').map(sum)))
  return sum(reduced)

  function sum(text: string): Value | null {
    const [first = '', ...others] = text.trim().split(/\s([+-])\s/)
    return others.reduce<Value | null>((total, part, at) => {
      const next = at % 2 === 1 ? product(part) : null
      if (next === null) return at % 2 === 1 ? null : total
      const value = (total?.value ?? Number.NaN) + (others[at - 1] === '-' ? -1 : 1) * next.value
      return total?.unit === next.unit ? { value, unit: next.unit } : null
    }, product(first))
  }

  function product(text: string): Value | null {
    const [first = '', ...others] = text.split(/\s*([*/])\s*/)
    let result = term(first)
    for (let at = 0; at < others.length && result; at += 2) {
      const next = term(others[at + 1] ?? '')
      if (!next || (result.unit !== '' && next.unit !== '') || (others[at] === '/' && next.unit !== '')) return null
      const value = others[at] === '/' ? result.value / next.value : result.value * next.value
      result = { value, unit: result.unit || next.unit }
    }
    return result
  }

  function term(text: string): Value | null {
    const [, digits, unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+(?!m))?)(%|[a-z]*)$/.exec(text.trim()) ?? []
    if (digits === undefined) return text.trim() in constants ? { value: constants[text.trim()] ?? 0, unit: '' } : null
    if (unit === '' || unit === '%') return { value: Number(digits), unit }
    if (unit === 'em' && emIsPercent) return { value: 100 * Number(digits), unit: '%' }
    return unit in units ? { value: Number(digits) * (units[unit] ?? 0), unit: 'px' } : null
  }
}

/** `0px`, `12%`, `0.5`. */
export function writeValue({ value, unit }: Value): string {
  return `${Number(value.toFixed(4)) || 0}${unit}`
}

function call(name: string, values: readonly (Value | null)[]): string {
  const [first] = values
  if (!first || !values.every((value) => value?.unit === first.unit)) return 'unknown'
  const numbers = values.map((value) => value?.value ?? Number.NaN)
  const result = name === '' ? first.value : functions[name]?.(numbers)
  return result === undefined || Number.isNaN(result) ? 'unknown' : ` ${result.toFixed(9)}${first.unit}`
}

const functions: Record<string, (numbers: readonly number[]) => number> = {
  calc: ([value = Number.NaN]) => value,
  min: (numbers) => Math.min(...numbers),
  max: (numbers) => Math.max(...numbers),
  clamp: ([low = Number.NaN, value = Number.NaN, high = Number.NaN]) => Math.max(low, Math.min(value, high)),
  abs: ([value = Number.NaN]) => Math.abs(value),
  sign: ([value = Number.NaN]) => Math.sign(value),
  round: ([value = Number.NaN, step = 1]) => Math.round(value / step) * step,
}
