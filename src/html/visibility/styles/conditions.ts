/** Evaluates the conditions of style rules for a typical visitor with a 1280 by 800 pixel screen, a light colour scheme and a mouse. */

/** True if the condition of an at-rule holds. */
export type ConditionTest = (rule: 'media' | 'supports' | 'container', condition: string) => boolean

const maxChars = 500
const width = 1280
const height = 800

export const holdsOnScreen: ConditionTest = (rule, condition) =>
  rule === 'supports' ? isSupported(condition.slice(0, maxChars)) : condition.slice(0, maxChars).split(',').some(isMet)

/** True if a style sheet's `media` attribute matches a screen. */
export function isForScreen(media: string | undefined): boolean {
  return media === undefined || media.trim() === '' || media.slice(0, maxChars).split(',').some(isMet)
}

/** Evaluates one query in a list. Unknown features count as true, except those for other devices or unusual preferences. */
function isMet(query: string): boolean {
  const text = query.trim().toLowerCase()
  if (/\bor\b/.test(text)) return text.split(/\bor\b/).some(isMet)
  const [, negation, type, rest = ''] = /^(not\s+|only\s+)?([a-z-]+(?=\s|$))?(.*)$/s.exec(text) ?? []
  const features = rest.match(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g) ?? []
  const isOfType = type === undefined || type === 'all' || type === 'screen' || type === 'not'
  const isMetWhole =
    (isOfType || features.length > 0) && (isOfType || !otherTypes.has(type ?? '')) && features.every(isFeature)
  return negation?.startsWith('not') ? !isMetWhole : isMetWhole
}

const otherTypes = new Set(['print', 'speech', 'tty', 'tv', 'projection', 'handheld', 'braille', 'embossed', 'aural'])

function isFeature(written: string): boolean {
  const feature = written.slice(1, -1).trim()
  if (/^not\b/.test(feature)) return !isFeature(`(${feature.slice(3).trim()})`)
  if (feature.startsWith('(')) return isMet(feature)
  const range = feature
    .replace(
      /^(min|max)-(?:device-)?(width|height|inline-size)\s*:/,
      (_, bound, side) => `${side}${bound === 'min' ? '>=' : '<='}`,
    )
    .replace(/^(?:device-)?(width|height|inline-size)\s*:/, '$1=')
  if (/[<>=]/.test(range)) return isRange(range)
  const fixed =
    /^(?:prefers-[\w-]+|forced-colors|inverted-colors|hover|pointer|any-hover|any-pointer|orientation|scripting|display-mode)\s*:\s*(.*)$/
  const [, choice] = fixed.exec(feature) ?? []
  return choice === undefined || defaults.has(choice.trim())
}

const defaults = new Set(['no-preference', 'light', 'none', 'hover', 'fine', 'landscape', 'enabled', 'browser'])

const comparisons: Record<string, (left: number, right: number) => boolean> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
}

/**
 * True if every comparison is true, as in `width >= 600px` or `400px < width <= 900px`. A comparison with a feature other than the width
 * or height, or with a calculated length, counts as true. Units other than `em` and `rem` are read as pixels.
 */
function isRange(feature: string): boolean {
  const parts = feature.split(/([<>]=?|=)/).map((part) => part.trim())
  return parts.every((sign, at) => {
    const [left, right] = [toLength(parts[at - 1] ?? ''), toLength(parts[at + 1] ?? '')]
    return at % 2 === 0 || Number.isNaN(left) || Number.isNaN(right) || comparisons[sign]?.(left, right)
  })
}

function toLength(text: string): number {
  return text === 'width' || text === 'inline-size' ? width : text === 'height' ? height : toPx(text)
}

function toPx(length: string): number {
  const [, value, unit = 'px'] = /^([\d.]+)\s*(px|em|rem)?/.exec(length) ?? []
  return value === undefined ? Number.NaN : Number(value) * (unit === 'px' ? 1 : 16)
}

const unknownDisplay =
  /^\s*\(\s*display\s*:\s*(?!-webkit-|(?:none|contents|flow-root|list-item|run-in|math|ruby|table|inline|block|flex|grid|var)\b)/i

/** Every feature tested counts as supported by Chromium, except other browsers' prefixes and unknown displays. */
function isSupported(condition: string): boolean {
  return !/^\s*not\b|\(\s*-(?:moz|ms|o)-/i.test(condition) && !unknownDisplay.test(condition)
}
