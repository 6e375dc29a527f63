import { expect, it } from 'vitest'
import { indentLines } from '../../../../src/format/markdown/syntax/markdown-rule.ts'
import { markdownOf } from '../../page.ts'

it('indents all lines except the first and blank ones', () => {
  expect(indentLines('a\nb\n\nc\n', 2)).toBe('a\n  b\n\n  c\n')
})

it('stops at 24 levels even for deeper lists', async () => {
  const lines = (await markdownOf('<ul><li>x'.repeat(40))).split('\n')
  const depths = lines.filter((line) => line !== '').map((line) => line.search(/\S/) / 2)
  expect(depths).toHaveLength(40)
  expect(Math.max(...depths)).toBe(24)
})
