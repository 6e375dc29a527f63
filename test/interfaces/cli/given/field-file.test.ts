import { describe, expect, it } from 'vitest'
import { cookiesFor } from '../../../../src/interfaces/cli/given/cookie-jar.ts'
import { parseField, parseFieldFile } from '../../../../src/interfaces/cli/given/field-file.ts'

const jar = `# Netscape HTTP Cookie File
# https://curl.se/docs/http-cookies.html

example.com\tFALSE\t/\tFALSE\t0\thost_only\t1
.example.com\tTRUE\t/\tTRUE\t0\tsecure\t2
#HttpOnly_.example.com\tTRUE\t/shop\tFALSE\t4102444800\tcart\t3
.example.com\tTRUE\t/\tFALSE\t4102444800\tcart\tgeneral
.example.com\tTRUE\t/\tFALSE\t1000000000\texpired\t4
other.example\tFALSE\t/\tFALSE\t0\tother\t5
a line of another form
`

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
  ] as const)('of %s can not be %s, and the message does not say what it was', (kind, text) => {
    expect(() => parseField(kind, text, '--flag')).toThrow(/^Value error, --flag should be (?!.*secret)/)
  })
})

describe('a file of headers or of cookies', () => {
  it('is refused where its JSON gives a name twice', () => {
    expect(() => parseFieldFile('headers', '{"X-A": "first", "X-A": "second"}')).toThrow(
      '--headers-file must contain a JSON object that maps names to strings',
    )
  })

  it('holds lines, a JSON object, or lines of Windows', () => {
    const fields = [
      ['X-A', '1'],
      ['X-B', '2'],
    ]
    for (const text of ['X-A: 1\nX-B: 2\n', '# mine\r\n\r\nX-A: 1\r\nX-B: 2', '{"X-A": "1", "X-B": "2"}']) {
      expect(parseFieldFile('headers', text)).toEqual({ fields, jar: [] })
    }
    expect(parseFieldFile('cookies', 'a=1\nb=x y\n').fields).toEqual([
      ['a', '1'],
      ['b', 'x y'],
    ])
  })

  it.each(['{"a": 1, "b": "secret"}', '{"a": "secret"', '{}x secret', '[secret]', 'a: 1\nsecret'])(
    'that is faulty is refused without its values: %s',
    (text) => {
      expect(() => parseFieldFile('headers', text)).toThrow(/^Value error, (?!.*secret)/)
    },
  )

  it('of a browser gives each site its cookies', () => {
    const { jar: cookies, fields } = parseFieldFile('cookies', jar)
    expect(fields).toEqual([])
    const sent = (url: string) => Object.fromEntries(cookiesFor(new URL(url), cookies))
    expect(sent('http://example.com/')).toEqual({ host_only: '1', cart: 'general' })
    expect(sent('https://www.example.com/shop/cart')).toEqual({ secure: '2', cart: '3' })
    expect(sent('https://www.example.com/shopping')).toEqual({ secure: '2', cart: 'general' })
    expect(sent('https://notexample.com/')).toEqual({})
    expect(sent('https://other.example/')).toEqual({ other: '5' })
  })
})
