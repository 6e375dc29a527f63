import { expect, it } from 'vitest'
import { isHeadingName, turndownMarkdown } from '../../../../src/format/markdown/syntax/turndown.ts'

it.each([
  ['h1', 'a', '\n\n# a\n\n'],
  ['h6', 'a', '\n\n###### a\n\n'],
  ['blockquote', 'a\n\nb', '\n\n> a\n> \n> b\n\n'],
  ['hr', '', '\n\n---\n\n'],
  ['code', 'a `b`', '`` a `b` ``'],
  ['code', '', ''],
] as const)('turndown writes %s with "%s" as %j', (name, content, markdown) => {
  expect(turndownMarkdown(name, content)).toBe(markdown)
})

it('six names are those of headings', () => {
  expect(['h1', 'h6', 'h7', 'header', 'hr'].filter(isHeadingName)).toEqual(['h1', 'h6'])
})
