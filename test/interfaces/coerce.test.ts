import { describe, expect, it } from 'vitest'
import { type Problem, ServiceError } from '../../src/base/errors.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'
import { coerceParameters, coerceValues } from '../../src/interfaces/coerce.ts'

const scrape = scrapeOperation(['m'])

function problemsOf(parse: () => unknown): Problem[] {
  try {
    parse()
  } catch (error) {
    if (error instanceof ServiceError) return error.problems
    throw error
  }
  return []
}

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
    ['links,emails', ['links', 'emails']],
    [' links , emails ', ['links', 'emails']],
    ['["links","emails"]', ['links', 'emails']],
    ['links', ['links']],
    ['', []],
    ['[]', []],
    ['links,', ['links', '']],
    ['{"a":1}', ['{"a":1}']],
    [',,'.repeat(1000), Array(100).fill('')],
  ])('reads the list %j', (text, value) => {
    expect(coerceParameters(scrape, [['extra_outputs', text]]).raw).toEqual({ extra_outputs: value })
  })

  it.each([
    ['extra_outputs', '["links"', 'value_error'],
    ['headers', '{a: 1}', 'value_error'],
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
  ])('is refused for %s=%s with %s', (param, text, type) => {
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

  it('returns unknown parameters, including __proto__', () => {
    const { raw } = coerceParameters(scrape, [['__proto__', 'x']])
    expect(Object.keys(raw)).toEqual(['__proto__'])
  })

  it('is read in linear time when a value is almost a number of 100,000 digits', () => {
    for (const text of [`${'9'.repeat(100_000)}x`, `${'9'.repeat(900)}x`, `1${' '.repeat(100_000)}x`]) {
      expect(coerceParameters(scrape, [['timeout_ms', text]]).raw).toEqual({ timeout_ms: text })
      expect(coerceParameters(scrape, [['offset', text]]).raw).toEqual({ offset: text })
    }
  })

  it('names 20 of 300,000 unknown parameters and counts the rest', () => {
    const unknown = Array.from({ length: 300_000 }, (_, i): [string, string] => [`a${i}`, '1'])
    const { raw, faulty } = coerceParameters(scrape, [['url', 'https://a.example/'], ...unknown])
    expect(Object.keys(raw)).toHaveLength(21)
    const problems = problemsOf(() => parseInput(scrape, raw, faulty))
    expect(problems).toHaveLength(21)
    expect(problems[0]).toMatchObject({ loc: ['query', 'a0'], type: 'extra_forbidden' })
    expect(problems.at(-1)).toEqual({
      loc: ['query'],
      msg: '299980 more inputs are not permitted',
      type: 'extra_forbidden',
    })
  })

  it('truncates a very long name of an unknown parameter', () => {
    const { raw, faulty } = coerceParameters(scrape, [
      ['url', 'https://a.example/'],
      ['x'.repeat(1_000_000), '1'],
    ])
    expect(problemsOf(() => parseInput(scrape, raw, faulty))).toMatchObject([{ loc: ['query', `${'x'.repeat(99)}…`] }])
  })
})

describe('the arguments of a call', () => {
  it('count as absent if they are null, unless the parameter is unknown', () => {
    const { raw } = coerceValues(scrape, { url: 'https://a.example/', max_chars: null, zzz: null })
    expect(raw).toEqual({ url: 'https://a.example/', zzz: null })
    expect(problemsOf(() => parseInput(scrape, raw)).map(({ loc, type }) => [loc[1], type])).toEqual([
      ['zzz', 'extra_forbidden'],
    ])
  })

  it('are refused if given twice, as is JSON text with a duplicate name', () => {
    const values = { url: 'https://a.example/', offset: 1, headers: '{"a":"1","a":"2"}' }
    const { raw, faulty } = coerceValues(scrape, values, new Set(['offset', 'zzz']))
    expect(raw).toEqual({ url: values.url })
    expect(faulty.map(({ loc, type }) => [loc[1], type])).toEqual([
      ['offset', 'value_error'],
      ['headers', 'value_error'],
    ])
  })
})
