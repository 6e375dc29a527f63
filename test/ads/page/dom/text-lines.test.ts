import { describe, expect, it } from 'vitest'
import { textLines, visibleText } from '../../../../src/ads/page/dom/text-lines.ts'
import { parse, select } from '../../fixtures.ts'

const textOf = (html: string) => visibleText(parse(html).root)
const linesOf = (html: string) => textLines(parse(html).root).map(({ text }) => text)

describe('the lines of an element', () => {
  it.each([
    ['<p>one <b>two</b> <span>three</span></p><p>four</p>', ['one two three', 'four']],
    ['<div>one<div>two</div>three</div>', ['one', 'two', 'three']],
    ['<p>one<br>two</p>', ['one two']],
    ['<p>one<x-new>two</x-new></p>', ['one', 'two']],
    ['<p> \n </p>', []],
  ])('are, for %s: %j', (html, lines) => expect(linesOf(html)).toEqual(lines))

  it('record their first link, up to the element itself', () => {
    const document = parse('<a id="outer"><div>one <b>two</b></div></a><p>three <a id="inner">four</a></p>')
    expect(textLines(document.root).map(({ link }) => link?.attribs.id)).toEqual(['outer', 'inner'])
    expect(textLines(select(document, 'div')).map(({ link }) => link)).toEqual([null])
    expect(textLines(select(document, '#outer')).map(({ link }) => link?.attribs.id)).toEqual(['outer'])
  })

  it('record whether they contain a star rating', () => {
    const html =
      '<p>4.8 <span role="img" aria-label="Rated 4.8 out of 5"><i>x</i></span> (63)</p><p>x</p><p><img role="img" aria-label="4 stars">(9)</p>'
    expect(textLines(parse(html).root).map(({ text, isRating }) => [text, isRating])).toEqual([
      ['4.8 (63)', true],
      ['x', false],
      ['(9)', true],
    ])
  })

  it.each([
    '<script>no</script>',
    '<div role="dialog">no</div>',
    '<button>no</button>',
    '<div role="button">no</div>',
    '<div><a href="javascript:void(0)"><i></i></a><div>no</div></div>',
  ])('do not include %s', (html) => expect(linesOf(`<p>one</p>${html}`)).toEqual(['one']))

  it('include a button with links', () => {
    expect(linesOf('<div role="button"><a href="/x">one</a></div>')).toEqual(['one'])
  })
})

it.each([
  '<div hidden>secret</div>',
  '<div hidden="until-found">secret</div>',
  '<div style="display:none">secret</div>',
  '<div style="DISPLAY:NONE">secret</div>',
  '<div style="color:red; display : none">secret</div>',
  '<div style="visibility:hidden">secret</div>',
])('%s has no visible text', (html) => {
  expect(textOf(`<p>before</p>${html}<p>after</p>`)).toBe('before after')
})

it.each(['display:block', 'visibility:visible', '--display:none', 'backface-visibility:hidden'])(
  'text with the style %s is visible',
  (style) => {
    expect(textOf(`<div style="${style}">text</div>`)).toBe('text')
  },
)
