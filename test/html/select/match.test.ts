import { load } from 'cheerio/slim'
import type { AnyNode } from 'domhandler'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../../src/base/errors.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { selectAll } from '../../../src/html/select/select.ts'
import { checkSelector } from '../../../src/html/select/selector.ts'
import { isElement, walk } from '../../../src/html/traverse.ts'

const names = fc.constantFrom('a', 'b', 'i', '*', '.x', '[id]', 'p')
const simple = fc.constantFrom(
  '',
  ':first-child',
  ':last-child',
  ':only-of-type',
  ':first-of-type',
  ':empty',
  ':nth-child(2n)',
)
const combinator = fc.constantFrom(' ', ' > ', ' ~ ', ' + ')
const join = ([first, rest]: [string, [string, string][]]) =>
  first + rest.map(([between, next]) => between + next).join('')

function chainOf(compound: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(compound, fc.array(fc.tuple(combinator, compound), { maxLength: 3 })).map(join)
}
const plain = fc.tuple(names, simple).map((parts) => parts.join(''))
const inner = chainOf(plain)
const relative = fc.tuple(fc.constantFrom('', '> ', '~ ', '+ '), inner).map((parts) => parts.join(''))
const compound = fc.oneof(
  plain,
  fc.tuple(plain, inner).map(([name, list]) => `${name}:not(${list})`),
  fc.tuple(plain, inner, plain).map(([name, one, two]) => `${name}:is(${one}, ${two})`),
  fc.tuple(plain, relative).map(([name, list]) => `${name}:has(${list})`),
  fc.tuple(plain, relative, relative).map(([name, one, two]) => `${name}:not(:has(${one}, ${two}))`),
)
const selector = chainOf(compound)

const html = fc
  .array(
    fc.constantFrom(
      '<a>',
      '<b class=x>',
      '<i id=y>',
      '</a>',
      '</b>',
      '</i>',
      't',
      '<!-- c -->',
      '<div>',
      '</div>',
      '<p>',
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''))

describe('selectAll', () => {
  it('finds the same elements as css-select', () => {
    fc.assert(
      fc.property(html, selector, (source, written) => {
        fc.pre(checkSelector(written) === null)
        const document = parseDocument(source, 'https://example.com/')
        const expected = new Set<AnyNode>(load(document.root).root().find(written).toArray())
        const outermost: AnyNode[] = []
        walk(document.root, (node) => {
          if (!isElement(node) || !expected.has(node)) return true
          outermost.push(node)
          return false
        })
        const markup = (node: AnyNode) => (isElement(node) ? node.name + node.startIndex : '')
        expect(selectAll(document, written).map(markup)).toEqual(outermost.map(markup))
        expect(selectAll(document, written)).toHaveLength(outermost.length)
        for (const [index, element] of selectAll(document, written).entries()) expect(element).toBe(outermost[index])
      }),
      { numRuns: 700 },
    )
  })

  const deep = `${'<div>'.repeat(500)}${'<p>x</p>'.repeat(2000)}`
  const flat = `${'<p>x</p>'.repeat(5000)}<!-- c -->`
  it.each([
    ['after each sibling', 'p:not(:has(~ q))', flat],
    ['after each sibling, for a compound', ':has(~ q > a b)', flat],
    ['adjacent to each sibling', 'p:has(+ q)', flat],
    ['before each sibling', 'q ~ p ~ p', flat],
    ['below each element', ':not(:has(p q))', deep],
    ['children of each element', ':not(:has(> q))', deep],
    ['above each element', ':not(q div div div div div div p)', deep],
    ['of the type of each sibling', 'q:only-of-type, a:first-of-type, b:last-of-type', flat],
  ])('checks each element only a few times for matches %s', (_, written, source) => {
    const document = parseDocument(source, 'https://example.com/')
    expect(checkSelector(written)).toBe(null)
    // A quadratic algorithm would take 25 million steps for about 5,000 elements.
    selectAll(document, written, 120_000)
  })

  it('refuses a selector that takes too many steps, and suggests a simpler one', () => {
    const document = parseDocument(flat, 'https://example.com/')
    const failure = (() => {
      try {
        return selectAll(document, 'p ~ p ~ p ~ p', 9000)
      } catch (error) {
        return error
      }
    })()
    expect(failure).toBeInstanceOf(ServiceError)
    expect(failure).toMatchObject({ type: 'value_error', problems: [{ loc: ['query', 'css_selector'] }] })
    expect((failure as ServiceError).message).toMatch(/more than 9000 steps on this page\. Use fewer combinators/)
  })
})
