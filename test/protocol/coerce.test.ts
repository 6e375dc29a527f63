import { describe, expect, it } from 'vitest'
import { parseInput } from '../../src/contract/parse-input.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'
import { coerceParameters } from '../../src/protocol/coerce.ts'

const scrape = scrapeOperation(['m'])

describe('a query string', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['Yes', true],
    ['on', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['OFF', false],
  ])('reads %s as a boolean', (text, value) => {
    expect(coerceParameters(scrape, [['render_js', text]])).toEqual({ raw: { render_js: value }, faulty: [] })
  })

  it.each([
    ['timeout_ms', '1500.5', 1500.5],
    ['timeout_ms', '2e3', 2000],
    ['max_chars', '10', 10],
    ['max_chars', '10.0', 10],
    ['offset', '+5', 5],
  ])('reads %s=%s as a number', (param, text, value) => {
    expect(coerceParameters(scrape, [[param, text]]).raw).toEqual({ [param]: value })
  })

  it.each([
    ['render_js', '', 'bool_parsing'],
    ['render_js', 'maybe', 'bool_parsing'],
    ['render_js', 'constructor', 'bool_parsing'],
    ['timeout_ms', '', 'float_parsing'],
    ['timeout_ms', '0x10', 'float_parsing'],
    ['timeout_ms', 'NaN', 'float_parsing'],
    ['timeout_ms', 'Infinity', 'float_parsing'],
    ['max_chars', '1.5', 'int_parsing'],
    ['max_chars', '1e3', 'int_parsing'],
    ['offset', 'x', 'int_parsing'],
  ])('is refused for %s=%s as %s', (param, text, type) => {
    const { raw, faulty } = coerceParameters(scrape, [
      ['url', 'https://a.example/'],
      [param, text],
    ])
    expect(() => parseInput(scrape, raw, faulty)).toThrowError(
      expect.objectContaining({ problems: [expect.objectContaining({ loc: ['query', param], type })] }),
    )
  })

  it('refuses a parameter that is given twice, even with the same value', () => {
    const { raw, faulty } = coerceParameters(scrape, [
      ['url', 'https://a.example/'],
      ['url', 'https://a.example/'],
    ])
    expect(raw).toEqual({})
    expect(faulty).toMatchObject([{ loc: ['query', 'url'], type: 'value_error' }])
  })

  it('returns unknown parameters, __proto__ among them', () => {
    const { raw } = coerceParameters(scrape, [['__proto__', 'x']])
    expect(Object.keys(raw)).toEqual(['__proto__'])
  })
})
