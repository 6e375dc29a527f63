import { expect, test } from 'vitest'
import { elementsBelow } from '../../../src/html/page-elements.ts'
import { placeStreamed } from '../../../src/html/parse/graft-frames.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { textOf } from '../../../src/html/traverse.ts'

const boundary = (n: number, fallback = `Loading ${n}`) =>
  `<!--$?--><template id="B:${n}"></template><p>${fallback}</p><!--/$-->`
const part = (n: number, html: string) => `<div hidden id="S:${n}">${html}</div><script>$RC("B:${n}","S:${n}")</script>`
const placed = (html: string) => placeStreamed(parseDocument(`<body>${html}`, 'https://example.com/'))
const textIn = (html: string) => textOf(placed(html).root).replace(/\s+/g, ' ').trim()

test('parts out of order replace the fallbacks, and surrounding content stays', () => {
  const page = `<main><p>First. </p>${boundary(0)}<p>Second. </p>${boundary(1)}<p>Third. </p></main><footer>End. </footer>`
  expect(textIn(`${page}${part(1, '<p>One. </p>')}${part(0, '<p>Zero. </p>')}`)).toBe(
    'First. Zero. Second. One. Third. End.',
  )
})

test('a boundary inside a part, or inside a fallback, is filled', () => {
  const page = `${boundary(0, `Wait <!--$-->more<!--/$-->`)}<footer>End. </footer>`
  expect(textIn(`${page}${part(0, `<h1>Bread. </h1>${boundary(1)}`)}${part(1, '<p>Steps. </p>')}`)).toBe(
    'Bread. Steps. End.',
  )
})

test('a segment replaces only its template', () => {
  expect(textIn(`<div><template id="P:2"></template><p>Stays. </p><!--/$--></div>${part(2, '<p>Two. </p>')}`)).toBe(
    'Two. Stays.',
  )
})

test('a prefix of ids is respected', () => {
  const page = '<template id="aB:0"></template><p>Loading. </p><!--/$--><div hidden id="bS:0">Other. </div>'
  expect(textIn(`${page}<div hidden id="aS:0"><p>Own. </p></div>`)).toContain('Own.')
})

test('a boundary without its part keeps its fallback', () => {
  expect(textIn(`${boundary(0)}<p>Rest</p>`)).toContain('Loading 0')
})

test('parts that contain their own placeholder stay in place', () => {
  const page = `${part(0, boundary(1))}${part(1, boundary(0))}`
  expect(elementsBelow(placed(page).root)).toHaveLength(
    elementsBelow(parseDocument(`<body>${page}`, 'https://example.com/').root).length,
  )
})

test('the elements are listed in document order', () => {
  const { elements } = placed(`${boundary(0)}<h2>After</h2>${part(0, '<h1>Before</h1>')}`)
  expect(elements.all.map(({ name }) => name).filter((name) => /^h\d$/.test(name))).toEqual(['h1', 'h2'])
})
