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
  it('counts positions among siblings that match a list', () => {
    const list = '<ul><li>1</li><li class=x>2</li><b class=x>3</b><li class=x>4</li><li class="y)">5</li></ul>'
    expect(select(list, ':nth-child(2 of .x)')).toEqual(['3'])
    expect(select(list, 'li:nth-child(2 of .x)')).toEqual([])
    expect(select(list, 'li:nth-child(2 of li.x)')).toEqual(['4'])
    expect(select(list, ':nth-last-child(odd of ul > .x, [class="y)"])')).toEqual(['3', '5'])
    expect(select(list, ':NTH-CHILD( 2n + 1 OF :is(.x, :unknown) )')).toEqual(['2', '4'])
    expect(select(list, 'ul:has(> :nth-child(3 of .x))')).toEqual(['12345'])
  })

  it('ignores the case of SVG names', () => {
    const svg =
      '<svg viewBox="0 0 1 1"><linearGradient id=g>1</linearGradient><foreignObject>2</foreignObject></svg><b viewBox=x>3</b>'
    expect(select(svg, 'svg linearGradient, foreignObject, b')).toEqual(['1', '2', '3'])
    expect(select(svg, '[viewBox="x" i]')).toEqual(['3'])
    expect(select(svg, '[viewBox^="0"] > FOREIGNOBJECT')).toEqual(['2'])
    expect(select('<svg><a xlink:href="/s">1</a></svg><a href="/s">2</a>', 'a[*|href="/s"]:any-link')).toEqual([
      '1',
      '2',
    ])
  })

  it('matches no empty word, and splits words as HTML does', () => {
    expect(select('<p class="">1</p><p class="a\u00a0b">2</p><p class="a\tb">3</p>', '[class~=""], .a')).toEqual(['3'])
  })

  it('recognizes controls of a disabled fieldset, except in its first legend', () => {
    const form =
      '<fieldset disabled><legend><button>1</button></legend><legend><button>2</button></legend><select><option>3</option></select></fieldset><button>4</button>'
    expect(select(form, 'button:disabled')).toEqual(['2'])
    expect(select(form, ':enabled')).toEqual(['1', '4'])
    expect(select(form, 'option:disabled')).toEqual(['3'])
  })

  it('ignores the case of classes only in quirks mode', () => {
    expect(select('<p class=X>1</p>', '.x')).toEqual(['1'])
    expect(select('<!doctype html><p class=X>1</p>', '.x')).toEqual([])
  })

  it('recognizes states of a page before any interaction', () => {
    const page =
      '<textarea placeholder=p>1</textarea><textarea placeholder=p></textarea><p dir=auto>שלום<bdi>x</bdi></p><div contenteditable>5</div>'
    expect(select(page, ':placeholder-shown')).toEqual([''])
    expect(select(page, 'p:dir(rtl), bdi:dir(ltr)')).toEqual(['שלוםx'])
    expect(select(page, ':read-write:not(textarea)')).toEqual(['5'])
    expect(select(page, ':is(:focus, :unknown, ::before, bdi), :target, div:hover')).toEqual(['x'])
    expect(select('<p>1</p>', ':scope > body > p')).toEqual(['1'])
  })

  it('compares languages with the filtering of RFC 4647', () => {
    const page = '<p lang=de-CH>1</p><p lang=de-Latn-CH>2</p><p lang=fr>3</p><p lang=de-x-CH>4</p><p lang="">5</p>'
    expect(select(page, 'p:lang("*-CH")')).toEqual(['1', '2'])
    expect(select(page, 'p:lang(de-CH)')).toEqual(['1', '2'])
    expect(select(page, 'p:lang("*")')).toEqual(['1', '2', '3', '4'])
    expect(select(page, 'p:lang("")')).toEqual(['5'])
  })
})
