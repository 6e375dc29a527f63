import { describe, expect, it } from 'vitest'
import { parseField, parseFieldFile } from '../../../../src/interfaces/cli/given/given-fields.ts'

describe('a header or a cookie', () => {
  it.each([
    ['headers', 'Authorization: Bearer a:b', ['Authorization', 'Bearer a:b']],
    ['headers', 'X-Empty:', ['X-Empty', '']],
    ['headers', 'X-A:no space  ', ['X-A', 'no space']],
    ['cookies', 'session=a=b; c', ['session', 'a=b; c']],
    ['cookies', 'empty=', ['empty', '']],
  ] as const)('of %s is %s', (kind, text, field) => {
    expect(parseField(kind, text, 'it')).toEqual(field)
  })

  it.each([
    ['headers', 'Bearer secret'],
    ['headers', ': secret'],
    ['cookies', 'secret'],
    ['cookies', '=secret'],
  ] as const)('of %s cannot be %s, and the message does not quote it', (kind, text) => {
    expect(() => parseField(kind, text, '--flag')).toThrow(/^Value error, --flag should be (?!.*secret)/)
  })
})

describe('a file of headers or cookies', () => {
  it('is refused if its JSON has a duplicate name', () => {
    expect(() => parseFieldFile('headers', '{"X-A": "first", "X-A": "second"}')).toThrow(
      '--headers-file has a duplicate name',
    )
  })

  it('contains lines, a JSON object, or lines with Windows line endings', () => {
    const fields = [
      ['X-A', '1'],
      ['X-B', '2'],
    ]
    for (const text of ['X-A: 1\nX-B: 2\n', '# mine\r\n\r\nX-A: 1\r\nX-B: 2', '{"X-A": "1", "X-B": "2"}']) {
      expect(parseFieldFile('headers', text)).toEqual(fields)
    }
    expect(parseFieldFile('cookies', 'a=1\nb=x y\n')).toEqual([
      ['a', '1'],
      ['b', 'x y'],
    ])
  })

  it.each(['{"a": 1, "b": "secret"}', '{"a": "secret"', '{}x secret', '[secret]', 'a: 1\nsecret'])(
    'is refused without quoting its values if it is invalid: %s',
    (text) => {
      expect(() => parseFieldFile('headers', text)).toThrow(/^Value error, (?!.*secret)/)
    },
  )
})
