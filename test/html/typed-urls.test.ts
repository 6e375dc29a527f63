import { expect, test } from 'vitest'
import { typedUrls } from '../../src/html/typed-urls.ts'

const found = (text: string) => typedUrls(text).map(({ href }) => href)

test.each([
  ['see https://a.example/x_y?z=1&u=2.', 'https://a.example/x_y?z=1&u=2'],
  ['(https://a.example/x)', 'https://a.example/x'],
  ['https://a.example/wiki/X_(y), and', 'https://a.example/wiki/X_(y)'],
  ['<https://a.example/>', 'https://a.example/'],
  ['“https://a.example/x”', 'https://a.example/x'],
  ['»http://a.example«', 'http://a.example'],
  ['https://a.example/x’s author', 'https://a.example/x'],
  ['见https://a.example/路径。好', 'https://a.example/路径'],
  ['官网（https://a.example/x）', 'https://a.example/x'],
  ['HTTP://A.EXAMPLE/b', 'HTTP://A.EXAMPLE/b'],
  ['at www.example.com/x, or', 'http://www.example.com/x'],
  ['Www.Example.com', 'http://Www.Example.com'],
])('%s contains one URL', (text, href) => {
  expect(found(text)).toEqual([href])
})

test.each([
  'https://',
  'http://.x',
  'www.',
  'www.x',
  'awww.example.com',
  'x@www.example.com',
  'example.com',
  'http://[x/',
])('%s contains no URL', (text) => expect(found(text)).toEqual([]))

test('returns the position of each URL', () => {
  const text = 'a https://a.example/,https://b.example/ b'
  expect(typedUrls(text).map(({ at, text: url }) => text.slice(at, at + url.length))).toEqual([
    'https://a.example/',
    'https://b.example/',
  ])
})
