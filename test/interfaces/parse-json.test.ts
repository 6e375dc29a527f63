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
