import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/document/parse/parse.ts'
import { visibleText } from '../../../../src/google-ads/page/dom/text-lines.ts'

const textOf = (html: string) => visibleText(parseDocument(html, 'https://www.google.com/search?q=x').root)

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
