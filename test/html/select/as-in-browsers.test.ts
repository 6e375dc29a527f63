import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { selectAll } from '../../../src/html/select/select.ts'
import { checkSelector } from '../../../src/html/select/selector.ts'
import { textOf } from '../../../src/html/traverse.ts'

function select(html: string, selector: string): string[] {
  expect(checkSelector(selector)).toBeNull()
  return selectAll(parseDocument(html, 'https://example.com/'), selector).map(textOf)
}

describe('selectAll', () => {
  it('matches :has() only if all parts of its selector are below the element', () => {
    const page = '<ul><li><p>1<b>x</b></p></li><li><p>2</p><i>y</i></li><li>3<p><i><b>z</b></i></p></li></ul>'
    expect(select(page, 'li:has(> p b)')).toEqual(['1x', '3z'])
    expect(select(page, 'li:has(ul p)')).toEqual([])
    expect(select(page, 'li:has(p + i)')).toEqual(['2y'])
    expect(select(page, 'p:has(~ i)')).toEqual(['2'])
    expect(select(page, 'li:not(:has(p > b)):has(> i)')).toEqual(['2y'])
  })

  it('recognizes the states of controls by their attributes', () => {
    const form =
      '<button disabled>1</button><button>2</button><select><option selected>3</option></select><p disabled>4</p>'
    expect(select(form, ':disabled')).toEqual(['1'])
    expect(select(form, 'button:enabled')).toEqual(['2'])
    expect(select(form, ':checked')).toEqual(['3'])
  })

  it('matches no state that requires a visitor', () => {
    expect(select('<a href="/">1</a>', 'a:hover, :target')).toEqual([])
    expect(select('<p>1</p>', ':scope > body > p')).toEqual(['1'])
  })
})
