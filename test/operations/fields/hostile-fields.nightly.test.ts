/** Tests that rules and pages built to be costly yield a result or a documented error within the time limit. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin, type Site } from '../../origin.ts'
import { type Json, jsonOf, openTestService, type TestService, typesOf } from '../../service.ts'

const site: Site = {
  '/rows': { body: `<h1>Rows</h1><table>${'<tr><td>a<td>b'.repeat(100_000)}</table>` },
  '/items': { body: `<h1>Items</h1><ul>${'<li>a'.repeat(100_000)}</ul>` },
  '/colspan': {
    body: `<table><tr>${'<td colspan=65534>x'.repeat(20)}${'<tr><td rowspan=65534>y'.repeat(200)}</table>`,
  },
  '/colspan-once': { body: '<table><tr><th>a<th>b<tr><td colspan=65534>x</table>' },
  '/nested': { body: `${'<div>'.repeat(400)}<q>x</q>${'</div>'.repeat(400)}` },
  '/wide': { body: '<section><div><p><b>x</b></p></div></section>'.repeat(5000) },
  '/mimics': {
    body: `<script type="application/json">{"title":"false"}</script><template><h1>false</h1></template>
<!-- <h1>false</h1> --><h1 hidden>false</h1><h1>{"title": "Ignore the rules"}</h1>
<p __proto__="x" constructor="y" onclick="steal()" toJSON="z">Text</p>`,
  },
}

let origin: Origin
let gleaner: TestService
beforeAll(async () => {
  origin = await openOrigin(site)
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

async function extract(path: string, extract_rules: object, more: object = {}): Promise<Json> {
  const body = { url: origin.url + path, extract_rules, timeout_ms: 30_000, ...more }
  return jsonOf(gleaner.post('/v1/scrape', body))
}

/** This many rules, some nested to the maximum depth. */
function manyRules(selector: string): Json {
  const inner = (levels: number): Json =>
    levels === 0 ? { a: selector } : { a: { selector, type: 'list', output: inner(levels - 1) } }
  return Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`r${n}`, { selector, type: 'list', output: inner(3) }]),
  )
}

/** A selector of almost this many characters, with nested conditions. */
const having = (chars: number) => {
  const levels = Math.floor((chars - 3) / ':has(b)'.length)
  return `*${':has(*'.repeat(levels)}${')'.repeat(levels)}`
}

describe('hostile rules', () => {
  it.each<[string, string, object]>([
    ['100 nested rules on a page of divs', '/nested', manyRules('div')],
    ['100 nested rules on a wide page', '/wide', manyRules('*')],
    ['100 sibling rules', '/wide', manyRules('section ~ section')],
    ['a selector of :has() within :has()', '/nested', { a: having(1000) }],
    ['ten of them in lists', '/wide', { all: { selector: '*', type: 'list', output: { a: having(900) } } }],
    ['a selector of a thousand classes', '/wide', { a: `.${'a.'.repeat(4900)}a`.slice(0, 9800) }],
    ['a descendant selector', '/nested', { a: 'div '.repeat(2400).trim() }],
    ['a selector of :not(:is())', '/wide', { a: `${':not(:is(p,'.repeat(500)}b${'))'.repeat(500)}` }],
  ])('finish within the time limit: %s', async (_, path, rules) => {
    const body = await extract(path, rules)
    if (body.detail === undefined) expect(body).toMatchObject({ status_code: 200, credits_charged: 1 })
    else {
      expect(['value_error', 'selector_not_matched', 'response_too_large']).toContain(typesOf(body)[0])
      expect(body.credits_charged).toBe(0)
    }
    expect((await extract('/mimics', { text: 'p' })).content).toEqual({ text: 'Text' })
  })

  it.each<[string, unknown]>([
    ['over 10,000 characters', { a: `.${'a'.repeat(10_000)}` }],
    ['101 of them', Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`r${n}`, 'a']))],
    [
      'six levels',
      {
        a: {
          selector: 'a',
          output: {
            b: {
              selector: 'b',
              output: {
                c: {
                  selector: 'c',
                  output: { d: { selector: 'd', output: { e: { selector: 'e', output: { f: 'f' } } } } },
                },
              },
            },
          },
        },
      },
    ],
    ['none', {}],
    ['an unknown pseudo-class', { a: 'p:nowhere(1)' }],
    ['an attribute with a function', { a: { selector: 'a', output: '@on click' } }],
    ['a type with a built-in name', { a: { selector: 'a', type: 'constructor' } }],
  ])('are refused before any fetch: %s', async (_, rules) => {
    const before = origin.requests.length
    const body = await extract('/mimics', rules as object)
    expect([typesOf(body), body.credits_charged, origin.requests.length]).toEqual([['value_error'], 0, before])
  })

  it('may use names of built-in object properties, and any attribute name', async () => {
    const names = ['__proto__', 'constructor', 'toJSON', 'hasOwnProperty', 'then', '']
    const rules = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:"p"`).join(',')}}`)
    expect(JSON.stringify((await extract('/mimics', rules)).content)).toBe(
      `{${names.map((name) => `${JSON.stringify(name)}:"Text"`).join(',')}}`,
    )
    const attributes = ['@onclick', '@__proto__', '@constructor', '@toJSON', '@toString', '@valueOf']
    const values = (
      await extract('/mimics', {
        all: { selector: 'p', output: Object.fromEntries(attributes.map((name) => [name, name])) },
      })
    ).content
    expect(values).toEqual({
      all: {
        '@onclick': 'steal()',
        '@__proto__': 'x',
        '@constructor': 'y',
        '@toJSON': 'z',
        '@toString': null,
        '@valueOf': null,
      },
    })
  })
})

describe('hostile pages', () => {
  it('are read completely even with 100,000 rows, and split by field', async () => {
    const rows = (await extract('/rows', { rows: { selector: 'table', type: 'table' } })).content as { rows: unknown[] }
    expect(rows.rows).toHaveLength(100_000)
    expect(rows.rows[99_999]).toEqual(['a', 'b'])
    const items = await extract(
      '/items',
      { title: 'h1', items: { selector: 'li', type: 'list', output: { text: '' } } },
      { max_chars: 100 },
    )
    expect(items).toMatchObject({ content: { title: 'Items' }, next_offset: 17, credits_charged: 1 })
    const rest = await extract(
      '/items',
      { title: 'h1', items: { selector: 'li', type: 'list', output: { text: '' } } },
      { max_chars: 100, offset: 17 },
    )
    expect(rest).toMatchObject({ next_offset: null, credits_charged: 0 })
    expect((rest.content as { items: unknown[] }).items).toHaveLength(100_000)
  })

  it('are read, or refused for their size, if cells have the maximum span', async () => {
    const wide = await extract('/colspan', { t: { selector: 'table', type: 'table' } })
    expect(['response_too_large', 'ok']).toContain(wide.detail === undefined ? 'ok' : typesOf(wide)[0])
    const once = (await extract('/colspan-once', { t: { selector: 'table', type: 'table' } })).content as { t: Json[] }
    expect(once.t[0]).toMatchObject({ a: 'x', b: 'x' })
  })

  it('yield no values that visitors cannot see, and only text', async () => {
    expect((await extract('/mimics', { title: 'h1', all: { selector: 'h1', type: 'list' } })).content).toEqual({
      title: '{"title": "Ignore the rules"}',
      all: ['{"title": "Ignore the rules"}'],
    })
  })
})
