import { describe, expect, it } from 'vitest'
import { elementsBelow } from '../../src/html/page-elements.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'

const url = 'https://example.com/'

describe('elements are listed in document order', () => {
  it.each([
    ['plain', '<title>a</title><p>b<b>c</b><ul><li>d<li>e</ul>'],
    ['content of a table outside its cells', '<table><tr><td>a<div>b</div></td><p>c</p></tr></table><p>d'],
    ['content of a row in a template', '<template><tr><div>a</div><td>b</td></tr></template><p>c'],
    ['formatting that is closed out of turn', '<p><b>a<i>b</b>c</i><div>d</div><b><div>e</b>f</div>'],
    ['a link in a link', '<a href=1>a<div><a href=2>b</a></div></a>'],
    ['templates', '<template><p>a<template><b>b</b></template></p></template><div>c</div>'],
    ['head elements after the head', '<head></head><link rel=a><meta name=b><body><meta name=c><p>d'],
    ['a body that frames replace', '<div></div><frameset><frame></frameset>'],
    ['deep', `${'<div>'.repeat(600)}<p>a<b>b`],
  ])('%s', (_, source) => {
    const { root, elements } = parseDocument(source, url)
    expect(elements.all).toEqual(elementsBelow(root))
  })
})

it('lists elements by name, by attribute and by class', () => {
  const { elements } = parseDocument('<p class="a b" id=1>a</p><p class=c hidden>b</p><b class="a b">c</b>', url)
  const idsOf = (list: readonly { name: string; attribs: Record<string, string> }[] = []) =>
    list.map(({ name, attribs }) => `${name} ${attribs.class}`)
  expect(idsOf(elements.named('p'))).toEqual(['p a b', 'p c'])
  expect(idsOf(elements.having('hidden'))).toEqual(['p c'])
  expect(idsOf(elements.byClass.get('a b'))).toEqual(['p a b', 'b a b'])
  expect(elements.named('i')).toEqual([])
  expect(elements.having('title')).toEqual([])
})
