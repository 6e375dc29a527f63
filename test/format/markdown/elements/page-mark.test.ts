import { expect, test } from 'vitest'
import { markdownOf } from '../../page.ts'

test('a page mark is a comment between blocks', async () => {
  const markdown = await markdownOf('<p>One</p><page-mark value="2"></page-mark><p>Two</p>')
  expect(markdown).toBe('One\n\n<!-- page 2 -->\n\nTwo')
})

test('what an element with the name of a page mark holds stays', async () => {
  expect(await markdownOf('<p>One</p><page-mark value="2">Two</page-mark>')).toBe('One\n\nTwo')
})

test('a page mark with another value is nothing', async () => {
  const markdown = await markdownOf('<p>One</p><page-mark value="--><b>"></page-mark><p>Two</p>')
  expect(markdown).toBe('One\n\nTwo')
})
