import { describe, expect, it } from 'vitest'
import { displayedUrlElement, displayedUrlOf } from '../../../../src/ads/page/survey/ad-links.ts'
import { isText, walk } from '../../../../src/html/traverse.ts'
import { parse } from '../../fixtures.ts'

/** The displayed URL that contains the first text node with a full stop. */
function displayed(html: string) {
  const document = parse(html)
  let result: ReturnType<typeof displayedUrlOf> = null
  walk(document.root, (node) => {
    if (result || !isText(node)) return
    const element = displayedUrlElement(node)
    if (element) result = displayedUrlOf(element, 1)
  })
  return result as { text: string; rank: number; isMarked: boolean; element: { name: string } } | null
}

describe('a displayed URL', () => {
  it.each([
    ['<cite>www.a.example › b</cite>', 'www.a.example › b', true],
    ['<span data-dtld="a.com">a.com</span>', 'a.com', true],
    ['<span>https://www.a.example</span>', 'https://www.a.example', false],
    ['<div>Annonce · www.a.example</div>', 'www.a.example', false],
  ])('in %s is %s', (html, text, isMarked) => {
    expect(displayed(html)).toMatchObject({ text, isMarked })
  })

  it('is the outermost element around emphasized parts', () => {
    expect(displayed('<cite>www.<b>shop</b>.example/<b>x</b></cite>')).toMatchObject({
      text: 'www.shop.example/x',
      element: { name: 'cite' },
    })
  })

  it.each([
    '<p>A sentence. With two parts</p>',
    '<p>Version 4.5</p>',
    '<p>020.7946.0123</p>',
    '<p>g.co/privacytools</p>',
    `<p>https://a.example/${'x'.repeat(400)}</p>`,
  ])('is not in %s', (html) => expect(displayed(html)).toBeNull())
})
