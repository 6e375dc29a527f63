import type { Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { isSame, readBackground, readColour } from '../../../src/html/visibility/styles/colours.ts'
import { computedValue } from '../../../src/html/visibility/styles/computed-values.ts'
import { replaceVariables } from '../../../src/html/visibility/styles/declarations.ts'
import { evaluate } from '../../../src/html/visibility/styles/values.ts'

it.each([
  ['calc(16px*0)', 0, 'px'],
  ['calc((3 - 3) * 1rem)', 0, 'px'],
  ['calc(-100vw - 400px)', -1680, 'px'],
  ['clamp(0px, -5px, 3rem)', 0, 'px'],
  ['max(1%, 2%)', 2, '%'],
  ['calc(1px - (2px - 5px))', 4, 'px'],
  ['1e3px', 1000, 'px'],
  ['.25turn', 90, 'px'],
])('%s is %d%s', (text, value, unit) => {
  expect(evaluate(text)).toEqual({ value, unit })
})

it.each(['calc(100% - 20px)', 'calc(1px * 1px)', '1px 2px', 'auto', 'calc(1 / 1px)', '#000'])(
  '%s is unknown',
  (text) => {
    expect(evaluate(text)).toBeNull()
  },
)

// As Chromium computes them.
it.each([
  ['oklch(40.1% 0.123 21.57)', [125, 36, 41, 1]],
  ['lab(29.2345% 39.3825 20.0664)', [125, 35, 41, 1]],
  ['hwb(194 0% 0%)', [0, 195, 255, 1]],
  ['hsl(270 50% 40%)', [102, 51, 153, 1]],
  ['color(display-p3 1 1 1)', [255, 255, 255, 1]],
  ['color(rec2020 .5 .2 .1)', [169, 49, 33, 1]],
  ['color-mix(in srgb, #000 1%, white)', [252, 252, 252, 1]],
  ['light-dark(darkslategrey, #000)', [47, 79, 79, 1]],
  ['rgb(from black r g b / 0)', [0, 0, 0, 0]],
] as const)('%s is converted to sRGB', (text, expected) => {
  const colour = readColour(text)
  expect(colour && isSame(colour, expected)).toBe(true)
  expect(colour?.[3]).toBe(expected[3])
})

it.each(['/0px', '50%/-1px'])('the position and size %s in a background are not a colour', (text) => {
  expect(readColour(text)).toBeNull()
  expect(readBackground(`#fff ${text} no-repeat`)).toEqual([255, 255, 255, 1])
})

it.each([
  ['clip-path', 'inset(0 60% 0 40%)', 'inset(50%)'],
  ['clip-path', 'polygon(0 0,100% 0,50% 100%)', 'polygon(0 0,100% 0,50% 100%)'],
  ['transform', 'matrix(0,0,0,1,0,0)', 'scaleX(0)'],
  ['transform', 'rotateY(-.25turn)', 'rotateX(90deg)'],
  ['font-size', 'calc(.1em * .1)', '1%'],
  ['left', 'calc(-5 * 100vw)', '-6400px'],
  ['left', '-100vw', '-100vw'],
  ['opacity', 'calc(5% - 5%)', '0'],
])('%s: %s is read as %s', (property, value, expected) => {
  expect(computedValue(property, value)).toBe(expected)
})

describe('variables', () => {
  const element = parseDocument('<p>').children[0] as Element
  const replace = (text: string, values: Record<string, string>) => {
    let asked = 0
    const found = replaceVariables(text, element, (name) => {
      asked++
      return values[name] === undefined ? null : { value: values[name], owner: element }
    })
    return { found, asked }
  }

  it('are replaced, with fallbacks within fallbacks', () => {
    expect(replace('var(--a, var(--b, hidden))', {}).found).toBe('hidden')
    expect(replace('calc(var(--a) * 1px)', { '--a': 'var(--b)', '--b': '0' }).found).toBe('calc(0 * 1px)')
  })

  it('that refer to themselves are invalid', () => {
    expect(replace('var(--a)', { '--a': 'var(--b)', '--b': 'var(--a)' }).found).toBeNull()
    expect(replace('var(--a, block)', { '--a': 'var(--a)' }).found).toBe('block')
  })

  it('that grow exponentially are abandoned after 100 replacements', () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`--v${n}`, `var(--v${n + 1}) var(--v${n + 1})`]),
    )
    const { found, asked } = replace('var(--v0)', { ...bomb, '--v60': 'x' })
    expect(found).toBeNull()
    expect(asked).toBeLessThanOrEqual(100)
  })
})

it('deep or long values are unknown', () => {
  expect(evaluate(`${'calc('.repeat(80)}1px${')'.repeat(80)}`)).toBeNull()
  expect(evaluate('('.repeat(100_000))).toBeNull()
  expect(readColour('color-mix(in srgb,'.repeat(16))).toBeNull()
  expect(readColour(`rgb(${'('.repeat(100_000)}`)).toBeNull()
})

it.each(['url(/5x)', 'url(/1em.png)', 'rgb(0 0 0 / 1deg)'])('%s is not a colour', (text) => {
  expect(readColour(text)).toBeNull()
})
