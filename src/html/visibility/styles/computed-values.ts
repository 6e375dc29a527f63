/** Writes values in the form in which the hiding rules read them: lengths in pixels, colours in hex, shapes without area as one shape. */

import { readColour, splitTopLevel } from './colours.ts'
import { evaluate, type Value, writeValue } from './values.ts'

const lengths =
  /^(?:(?:max-)?(?:height|width)|left|top|right|bottom|margin-\w+|text-indent|line-height|letter-spacing|opacity|zoom|font-size)$/
const plain = /^(?:-?[\d.]+(?:px|%)?|[\d.]+r?em|[a-z-]+)$/
/** Slides and menus are up to this far away. */
const maxSlidePx = 3000

/** Forms of values and properties that this module rewrites. */
export const rewritten =
  /\\|\/\*|(?:calc|min|max|clamp|abs|sign|round|path|ellipse|circle|polygon|xywh|rect|matrix|lab|lch|hwb|mix|dark|[^-]color|scale\w*|rotate[xy]?|translate\w*|opacity|contrast|blur)\(|(?:block|inline)-s|inset|(?<![\w-])(?:font|zoom|scale|rotate|translate|margin|contain)\s*:|mask|-[\d.]+(?:r?em|in|cm|mm|p[tc]|ch|ex|v\w+)|\de\d|opacity\s*:\s*[\d.]+%|(?:size|height|width)\s*:\s*\.?[\d.]+(?:v\w+|in|cm|mm|q)|[\d.]+v\w+|:\s*-?\.\d/i

/** The value as the rules read it; unchanged if it is already simple or unknown. */
export function computedValue(property: string, value: string): string {
  if (plain.test(value) && property !== 'scale') return value.startsWith('.') ? `0${value}` : value
  if (lengths.test(property)) return length(property, value)
  switch (property) {
    case 'color':
    case '-webkit-text-fill-color': {
      const colour = /^(?:#|rgba?\(\s*\d|hsl)/i.test(value) ? null : readColour(value)
      if (colour === null) return value
      return colour[3] < 0.05 ? 'transparent' : `rgba(${colour.map((part) => Number(part.toFixed(3))).join(',')})`
    }
    case 'clip-path':
      return isEmptyShape(value) ? (value.startsWith('inset') ? 'inset(50%)' : 'circle(0)') : value
    case 'mask':
    case 'mask-image':
    case 'mask-size':
      return isEmptyMask(property, value) ? 'clear' : value
    case 'transform':
      return value.replace(/([a-z0-9]+)\(((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)\)/gi, (_, name, inner) =>
        transform(name.toLowerCase(), splitTopLevel(inner, /,/)),
      )
    case 'scale':
      return splitTopLevel(value, /\s/).slice(0, 2).some(isNothing) ? '0' : value
    case 'rotate':
      return /^[xy]\s/i.test(value) ? transform('rotatex', [value.slice(2)]) : value
    case 'translate':
      return splitTopLevel(value, /\s/)
        .map((part) => length('left', part))
        .join(' ')
    default:
      return value
  }
}

function length(property: string, value: string): string {
  const amount = evaluate(value, property === 'font-size') ?? evaluate(value)
  if (!amount) return value
  const isSlide = /v\w+$/i.test(value) && !/[(e]/i.test(value) && Math.abs(amount.value) <= maxSlidePx
  if (isSlide && !/font|height|width/.test(property)) return value
  if (property !== 'opacity' && property !== 'zoom') return writeValue(amount)
  return writeValue({ value: amount.unit === '%' ? amount.value / 100 : amount.value, unit: '' })
}

function isNothing(text: string): boolean {
  const amount = evaluate(text)
  return amount !== null && Math.abs(amount.value) < (amount.unit === '%' ? 2 : 0.02)
}

function transform(name: string, inner: readonly string[]): string {
  const numbers = inner.map((part) => evaluate(part)?.value ?? Number.NaN)
  const [a = Number.NaN, b = 0, c = 0, d = 0] = numbers
  if (/^scale(?:3d|x|y)?$/.test(name) && inner.slice(0, 2).some(isNothing))
    return name === 'scale' && inner.every(isNothing) ? 'scale(0)' : 'scaleX(0)'
  if (/^rotate[xy]$/.test(name) && Math.abs(Math.cos((a * Math.PI) / 180)) < 0.01) return 'rotateX(90deg)'
  if (name === 'matrix' && Math.abs(a * d - b * c) < 1e-4) return 'scaleX(0)'
  if (!name.startsWith('translate')) return `${name}(${inner.join(',')})`
  return `${name}(${inner.map((part) => length('left', part)).join(',')})`
}

/** True if a clip path leaves less than two percent, or a pixel, of the width or height. */
function isEmptyShape(value: string): boolean {
  const [, name = '', inner = ''] = /([a-z]+)\((.*)\)/is.exec(value) ?? []
  const parts = splitTopLevel(inner.replace(/\s(?:round|at)\s.*$/i, ''), /\s/)
  const isThin = (start = '0', end = start) => {
    const [one, other] = [evaluate(start), evaluate(end)]
    if (one?.unit === '%' && (other?.unit === '%' || other?.value === 0)) return one.value + other.value > 98
    return other?.unit === '%' && one?.value === 0 && other.value > 98
  }
  const isFlat = (from = '', to = '') => evaluate(from)?.value === 0 && isTiny(evaluate(to))
  const isTiny = (amount: Value | null) => amount !== null && amount.value < (amount.unit === '%' ? 1 : 2)
  const [top = '', right = top, bottom = top, left = right] = parts
  switch (name.toLowerCase()) {
    case 'inset':
      return isThin(top, bottom) || isThin(right, left)
    case 'circle':
    case 'ellipse':
      return isTiny(evaluate(top)) || (name !== 'circle' && isTiny(evaluate(right)))
    case 'rect':
      return isFlat(top, bottom) || isFlat(left, right)
    case 'path':
      return !/[hv]/i.test(inner) && new Set(inner.match(/-?[\d.]+[\s,]+-?[\d.]+/g)).size < 3
    case 'xywh':
      return isTiny(evaluate(bottom)) || isTiny(evaluate(left))
    case 'polygon': {
      const corners = splitTopLevel(inner, /,/).map((corner) => splitTopLevel(corner, /\s/))
      return [0, 1].some((axis) => new Set(corners.map((corner) => evaluate(corner[axis] ?? '')?.value)).size === 1)
    }
    default:
      return false
  }
}

function isEmptyMask(property: string, value: string): boolean {
  if (/^0(?:px|%)?(?:\s|$)/.test(property === 'mask-size' ? value : (/\/\s*([^/)]*)$/.exec(value)?.[1] ?? '')))
    return true
  const [, inner] = /^[a-z-]*gradient\((.*)\)/is.exec(value) ?? []
  const colours = splitTopLevel(inner ?? '', /[,\s]/)
    .map((part) => readColour(part))
    .filter((colour) => colour !== null)
  return colours.length > 0 && colours.every(([, , , alpha]) => alpha < 0.05)
}
