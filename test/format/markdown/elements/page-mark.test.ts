import { expect, test } from 'vitest'
import { markdownOf } from '../../page.ts'

test('a page mark becomes a comment between blocks', async () => {
  const markdown = await markdownOf('<p>One</p><page-mark value="2"></page-mark><p>Two</p>')
  expect(markdown).toBe('One\n\n<!-- page 2 -->\n\nTwo')
})

test('content of an element named like a page mark is kept', async () => {
  expect(await markdownOf('<p>One</p><page-mark value="2">Two</page-mark>')).toBe('One\n\nTwo')
})

test('a page mark with another value is dropped', async () => {
  const markdown = await markdownOf('<p>One</p><page-mark value="--><b>"></page-mark><p>Two</p>')
  expect(markdown).toBe('One\n\nTwo')
})
