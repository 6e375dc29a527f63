import { describe, expect, it } from 'vitest'
import { checkFields } from '../../../src/format/fields/check-fields.ts'
import { htmlPage } from '../page.ts'
import { extract, extractFrom } from './extract.ts'

const shop = `<!doctype html><html lang="en"><head><base href="/shop/"><title>Shoes &amp; more</title></head><body>
<h1>Best <b>shoes</b><br>of the
 year</h1>
<div class="product" data-id="7" data-price="12.50"><h2><a href="shoe-7?size=40">Boot, <i>brown</i></a>.</h2>
  <span class="price" style="display:none">99.00</span><span class="price">€12<sup>.50</sup></span>
  <img src="7.jpg" data-src="big/7.jpg" srcset="7.jpg 1x, 7@2x.jpg 2x"><ul><li>red<li>blue<ul><li>navy</ul></ul></div>
<div class="product" data-id="8"><h2><a href="#details">Sandal</a></h2><img alt="no source">
  <dl><dt>Weight</dt><dd>2 kg</dd><dt>Sole</dt><dd>Rubber</dd></dl></div>
<form action="/cart"><input type="hidden" name="token" value="t0"><select name="size"><option>40<option>41</select></form>
<template><p class="inert">no text</p></template></body></html>`

describe('a field', () => {
  it.each([
    ['the text of the first match on one line', 'h1', 'Best shoes of the year'],
    ['text without spaces that no reader sees', '.product h2', 'Boot, brown.'],
    ['the first visible match', '.price', '€12.50'],
    ['the title', 'title', 'Shoes & more'],
    ['an option', 'option:nth-of-type(2)', '41'],
    ['empty if the match is empty', 'img', ''],
    ['null if nothing matches', '.none', null],
    ['null in a template', '.inert', null],
    ['an attribute', '.product@data-price', '12.50'],
    ['an attribute of a hidden element', 'input@value', 't0'],
    ['an attribute in another case', 'input@VALUE', 't0'],
    ['null if the attribute is missing', 'h1@data-price', null],
    ['null for a built-in name', 'h1@constructor', null],
    ['an attribute of the page itself', '@lang', 'en'],
    ['a URL resolved against the base', '.product a@href', 'https://example.com/shop/shoe-7?size=40'],
    ['a fragment of the page itself', '[data-id="8"] a@href', 'https://example.com/dir/page#details'],
    ['a lazy-loaded URL', 'img@data-src', 'https://example.com/shop/big/7.jpg'],
    ['a form’s action', 'form@action', 'https://example.com/cart'],
    ['several addresses', 'img@srcset', 'https://example.com/shop/7.jpg 1x, https://example.com/shop/7@2x.jpg 2x'],
  ])('is %s', async (_, rule, expected) => {
    expect(await extract(shop, { field: rule, title: 'h1' })).toEqual({ field: expected, title: expect.any(String) })
  })

  it('is a list of every match, including nested ones', async () => {
    expect(
      await extract(shop, {
        items: { selector: 'li', type: 'list' },
        ids: { selector: '.product', type: 'list', output: '@data-id' },
        links: { selector: 'a@href', type: 'list' },
        sources: { selector: 'img@src', type: 'list' },
        prices: { selector: '.price', type: 'list' },
        none: { selector: '.none', type: 'list' },
      }),
    ).toEqual({
      items: ['red', 'blue navy', 'navy'],
      ids: ['7', '8'],
      links: ['https://example.com/shop/shoe-7?size=40', 'https://example.com/dir/page#details'],
      sources: ['https://example.com/shop/7.jpg', null],
      prices: ['€12.50'],
      none: [],
    })
  })

  it('is an array of objects with the content of each match, or the match itself', async () => {
    const rules = {
      products: {
        selector: '.product',
        type: 'list',
        output: {
          id: '@data-id',
          price: '@data-price',
          name: 'h2',
          link: 'a@href',
          top: { selector: '> ul > li', type: 'list' },
          all: { selector: ':scope li', type: 'list', output: { text: '', first: 'li' } },
          facts: { selector: 'dl', output: { terms: { selector: 'dt', type: 'list' }, first: 'dd' } },
        },
      },
    }
    expect(await extract(shop, rules)).toEqual({
      products: [
        {
          id: '7',
          price: '12.50',
          name: 'Boot, brown.',
          link: 'https://example.com/shop/shoe-7?size=40',
          top: ['red', 'blue navy'],
          all: [
            { text: 'red', first: null },
            { text: 'blue navy', first: 'navy' },
            { text: 'navy', first: null },
          ],
          facts: null,
        },
        {
          id: '8',
          price: null,
          name: 'Sandal',
          link: 'https://example.com/dir/page#details',
          top: [],
          all: [],
          facts: { terms: ['Weight', 'Sole'], first: '2 kg' },
        },
      ],
    })
  })

  it('is looked up within the matches of css_selector', async () => {
    const rules = {
      title: 'h1',
      id: '@data-id',
      ids: { selector: '@data-id', type: 'list' },
      names: { selector: 'h2', type: 'list' },
    }
    expect(await extract(shop, rules, '.product')).toEqual({
      ...{ title: null, id: '7', ids: ['7', '8'], names: ['Boot, brown.', 'Sandal'] },
    })
    await expect(extract(shop, rules, '.none')).rejects.toMatchObject({
      problems: [{ loc: ['query', 'css_selector'], type: 'selector_not_matched' }],
    })
  })

  it('may have any name', async () => {
    const names = ['__proto__', 'constructor', 'toString', '', 'ä b.c', '1']
    const rules = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:"h1"`).join()}}`)
    const content = await extract('<h1>x', rules)
    expect(Object.keys(content).sort()).toEqual([...names].sort())
    expect(Object.values(content)).toEqual(names.map(() => 'x'))
  })
})

describe('no match for any rule', () => {
  const refused = { problems: [{ loc: ['query', 'extract_rules'], type: 'selector_not_matched' }] }

  it('is an error', async () => {
    const rules = { a: '.x', b: { selector: '.y', type: 'list' }, c: { selector: 'h1', type: 'table' } }
    await expect(extract(shop, rules)).rejects.toMatchObject(refused)
  })

  it('is an error for a hidden match if its text is requested', async () => {
    await expect(extract('<p hidden>x</p><p>y', { a: '[hidden]' })).rejects.toMatchObject(refused)
    expect(await extract('<p hidden>x</p><p>y', { a: '[hidden]@hidden' })).toEqual({ a: '' })
  })

  it('is an error for media other than HTML', async () => {
    for (const [mediaType, body] of [
      ['application/json', '{"h1": 1}'],
      ['text/plain', '<h1>x</h1>'],
    ] as const) {
      const page = htmlPage(body, { mediaType, contentType: mediaType })
      await expect(extractFrom(page, { a: 'h1' })).rejects.toMatchObject(refused)
    }
  })

  it('is not an error on an empty page, but yields missing values', async () => {
    const rules = { a: 'h1', b: { selector: 'li', type: 'list' }, c: { selector: 'table', type: 'table' } }
    expect(await extract('', rules)).toEqual({ a: null, b: [], c: [] })
  })
})

describe('the selectors of rules', () => {
  it.each([
    [{ a: 'h1 >' }, 'a: the selector ends with a combinator'],
    [{ a: 'h1@' }, "a: not a CSS selector, at '@'"],
    [{ a: { selector: '.r', type: 'list', output: { b: '::text' } } }, 'a.output.b: pseudo-elements are not supported'],
    [{ a: { selector: '' }, b: 'a', c: 'x:contains(y)' }, 'c: the pseudo-class :contains is not supported'],
    [{ a: '+ p' }, 'a: the selector starts with a combinator'],
  ])('are checked: %j', (rules, problem) => {
    expect(checkFields(rules)).toContain(`Value error, ${problem}`)
  })

  it('may begin with > and name :scope', () => {
    expect(checkFields({ a: { selector: '> p', output: { b: ':scope > i', c: '@x', d: '' } } })).toBeNull()
  })
})
