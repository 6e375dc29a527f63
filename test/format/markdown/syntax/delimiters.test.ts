import { isTag } from 'domhandler'
import { describe, expect, it } from 'vitest'
import { charAfter, splitForDelimiters } from '../../../../src/format/markdown/syntax/delimiters.ts'
import { parseDocument } from '../../../../src/html/parse/parse.ts'
import { walk } from '../../../../src/html/traverse.ts'

describe('content between delimiters', () => {
  it.each([
    ['word', '', '', ['', 'word', '']],
    ['word', 'a', 'b', ['', 'word', '']],
    ['“重点”', '是', '内', ['“', '重点', '”']],
    ['粗体。', '', '继', ['', '粗体', '。']],
    ['Name:', '', 'v', ['', 'Name', ':']],
    ['(x)', 'a', '', ['(', 'x', ')']],
    ['Name:', '', ' ', ['', 'Name:', '']],
    ['[a](b)', '', ' ', ['', '[a](b)', '']],
  ])('%s between "%s" and "%s" is %j', (content, before, after, parts) => {
    const split = splitForDelimiters(content, { before, after, delimiter: '**' })
    expect([split.before, split.core, split.after]).toEqual(parts)
  })

  it.each(['…', '`code`'])('is empty where %s touches a word on both sides', (content) => {
    expect(splitForDelimiters(content, { before: 'a', after: 'b', delimiter: '**' }).core).toBe('')
  })
})

describe('the character after an element', () => {
  it.each([
    ['<b>a</b>c', 'c'],
    ['<b>a</b> c', ' '],
    ['<p><b>a</b></p>c', ''],
    ['<span><b>a</b></span>c', 'c'],
    ['<b>a</b><span>𝒳</span>', '𝒳'],
    ['<b>a</b><i>c</i>', '*'],
    ['<a href="x"><b>a</b></a>c', '*'],
    ['<b>a</b><div>c</div>', ''],
  ])('for %s is "%s"', (html, char) => {
    let after: string | null = null
    walk(parseDocument(html, 'https://example.com/').root, (node) => {
      if (isTag(node) && node.name === 'b') after = charAfter(node)
    })
    expect(after).toBe(char)
  })
})
