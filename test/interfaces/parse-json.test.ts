import { describe, expect, it } from 'vitest'
import { JsonTooComplexError, parseJson } from '../../src/interfaces/parse-json.ts'

describe('JSON from a client', () => {
  it.each([
    '{"a":[1,2,{"b":null}],"c":"x"}',
    '"text with \\" and \\\\"',
    `["${'[{,'.repeat(100_000)}"]`,
    `["${'\\"['.repeat(50_000)}\\\\"]`,
    `[${'0,'.repeat(25_000)}0]`,
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ])('is parsed as by JSON.parse: %.40s', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each(['', '{', '["a', '["a\\', '"\\"', ']]]]', '{"a":}'])('is a syntax error: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  it.each([
    ['', 'it ends too early, at line 1, column 1'],
    ['{"a":', 'it ends too early, at line 1, column 6'],
    ['["a', 'it ends too early, at line 1, column 4'],
    ["{'a': 1}", "unexpected character ' at line 1, column 2"],
    ['{\n  "a": 1,\n}', 'unexpected character } at line 3, column 1'],
    ['[1, ]', 'unexpected character ] at line 1, column 5'],
    ['{"a": [1}', 'unexpected character } at line 1, column 9'],
    ['{a: 1}', 'unexpected character a at line 1, column 2'],
    ['{"a" 1}', 'unexpected character 1 at line 1, column 6'],
    ['{"a": secret}', 'unexpected character s at line 1, column 7'],
    ['{"a": 01}', 'unexpected character 1 at line 1, column 8'],
    ['{} {}', 'unexpected character { at line 1, column 4'],
    ['"a\nb"', 'unexpected line break at line 1, column 3'],
    ['"a\tb"', 'unexpected control character at line 1, column 3'],
    ['"\\x"', 'unexpected character x at line 1, column 3'],
    ['😀', 'unexpected character 😀 at line 1, column 1'],
    ['"x" : 1', 'unexpected character : at line 1, column 5'],
  ])('is located where it stops being JSON, and quoted by one character: %j', (text, place) => {
    expect(() => parseJson(text)).toThrow(new SyntaxError(place))
  })

  it('is located in 1 MiB in linear time', () => {
    const escapes = `{"a":"${'\\n'.repeat(500_000)}",}`
    expect(() => parseJson(escapes)).toThrow('unexpected character } at line 1, column 1000009')
    expect(() => parseJson(`{${' '.repeat(1_000_000)}x`)).toThrow('unexpected character x at line 1, column 1000002')
  })

  it.each<[string, string]>([
    ['300,000 members', `{${Array.from({ length: 300_000 }, (_, i) => `"a${i}":1`).join()}}`],
    ['a million empty lists', `[${'[],'.repeat(1_000_000)}0]`],
    ['lists nested 1,900,000 deep', `${'['.repeat(1_900_000)}${']'.repeat(1_900_000)}`],
    ['objects nested 201 deep', `${'{"a":'.repeat(201)}1${'}'.repeat(201)}`],
    ['many values behind escaped quotes', `["\\"",${'"\\\\",'.repeat(40_000)}0]`],
  ])('is refused with %s', (_, text) => {
    expect(() => parseJson(text)).toThrow(JsonTooComplexError)
  })
})
