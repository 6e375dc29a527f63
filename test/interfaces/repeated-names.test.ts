import { describe, expect, it } from 'vitest'
import { repeatedNames } from '../../src/interfaces/parse-json.ts'

describe('duplicate names', () => {
  it.each<[string, string, string[]]>([
    ['none', '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', []],
    ['in the outer object', '{"a":1,"b":2,"a":3}', ['a']],
    ['in a nested object', '{"a":1,"b":{"x":1,"x":1}}', ['b']],
    ['in an object deep inside a list', '{"a":[0,[{"b":{"x":{},"x":{}}}]],"c":1}', ['a']],
    ['after a nested object', '{"a":{"x":1},"b":{},"a":1}', ['a']],
    ['written in two ways', String.raw`{"a":1,"\u0061":2}`, ['a']],
    ['with quotes and backslashes', String.raw`{"\"\\":1,"x":"\"\\\\","\"\\":2}`, ['"\\']],
    ['that are empty', '{"":1,"":2}', ['']],
    ['as values only', '{"a":"b","c":"b","d":["b","b"]}', []],
    ['inside a text', String.raw`{"a":"{\"x\":1,\"x\":1}","b":"}{"}`, []],
    ['that every object has', '{"__proto__":1,"constructor":1,"__proto__":2}', ['__proto__']],
    ['separated from their colons', '{"a"\n\t :1,"a"  :2}', ['a']],
  ])('are found: %s', (_, text, names) => {
    JSON.parse(text)
    expect([...repeatedNames(text)]).toEqual(names)
  })

  it('are found in 1 MiB of JSON that is a single string', () => {
    const text = JSON.stringify({ a: '\\"{'.repeat(300_000), b: 1 })
    expect(repeatedNames(`${text.slice(0, -1)},"b":2}`)).toEqual(new Set(['b']))
  })
})
