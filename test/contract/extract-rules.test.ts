import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { readRules } from '../../src/contract/extract-rules.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'

const scrape = scrapeOperation(['m'])

function problemOf(extract_rules: unknown, others: object = {}): string | null {
  try {
    parseInput(scrape, { url: 'https://example.com/', extract_rules, ...others })
    return null
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    expect(error.problems).toMatchObject([{ loc: ['query', 'extract_rules'], type: 'value_error' }])
    return error.message.replace('Value error, ', '')
  }
}

/** Builds nested rules with this number of levels. */
const nested = (levels: number): object => ({
  a: levels === 1 ? 'a' : { selector: 'div', output: nested(levels - 1) },
})

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'a']))

describe('extract_rules', () => {
  it.each([
    ['a selector', 'h1', { selector: 'h1', type: 'item', value: 'text' }],
    ['an attribute after the selector', 'a.b @href ', { selector: 'a.b', type: 'item', value: { attribute: 'href' } }],
    ['an attribute of the element itself', '@data-id', { selector: '', type: 'item', value: { attribute: 'data-id' } }],
    ['the element itself', '', { selector: '', type: 'item', value: 'text' }],
    ['an @ in quotes', 'a[href*="a@b"]', { selector: 'a[href*="a@b"]', value: 'text' }],
    ['both', 'a[href*="a@b"]@title', { selector: 'a[href*="a@b"]', value: { attribute: 'title' } }],
    ['an escaped @', '.\\@container', { selector: '.\\@container', value: 'text' }],
    ['an object', { selector: 'h1' }, { selector: 'h1', type: 'item', value: 'text' }],
    ['an item', { selector: 'h1', type: 'item' }, { selector: 'h1', type: 'item', value: 'text' }],
    ['an attribute as output', { selector: 'p', output: '@x' }, { selector: 'p', value: { attribute: 'x' } }],
    ['text as output', { selector: 'p', type: 'list', output: '' }, { selector: 'p', type: 'list', value: 'text' }],
    ['a list of attributes', { selector: 'a@href', type: 'list' }, { type: 'list', value: { attribute: 'href' } }],
    ['a table', { selector: 'table', type: 'table' }, { selector: 'table', type: 'table' }],
  ])('accepts %s', (_, rule, expected) => {
    expect(problemOf({ field: rule })).toBeNull()
    expect(readRules({ field: rule })).toMatchObject([{ name: 'field', path: 'field', ...expected }])
  })

  it('accepts nested rules with any names', () => {
    const rules = JSON.parse(
      '{"__proto__": {"selector": ".row", "type": "list", "output": {"selector": "a", "": "b"}}}',
    )
    expect(problemOf(rules)).toBeNull()
    const [field] = readRules(rules)
    expect(field).toMatchObject({
      name: '__proto__',
      value: { fields: [{ name: 'selector', path: '__proto__.output.selector' }, { name: '' }] },
    })
  })

  it.each([
    ['a number', { price: 1 }, 'price: a rule is "selector", "selector@attribute", or an object with'],
    ['null', { price: null }, 'price: a rule is'],
    ['a list', { price: ['a'] }, 'price: a rule is'],
    [
      'no selector',
      { rows: { output: { a: 'b' } } },
      'rows: selector should be a string; the keys of a rule are selector, type',
    ],
    [
      'an unknown key',
      { rows: { selector: 'a', clean: true } },
      'rows: unknown key clean; the keys of a rule are selector, type',
    ],
    ['an unknown type', { rows: { selector: 'a', type: 'all' } }, 'rows: type should be "item", "list" or "table"'],
    [
      'an output that is a word',
      { a: { selector: 'b', output: 'text' } },
      'a.output: this should be "@attribute", or an',
    ],
    ['an output that is a list', { a: { selector: 'b', output: ['c'] } }, 'a.output: this should be'],
    [
      'two attributes',
      { a: { selector: 'b@c', output: '@d' } },
      "a: a selector with an attribute can't be combined with output",
    ],
    ['an attribute of a table', { a: { selector: 'b@c', type: 'table' } }, "a: a table can't have an attribute"],
    ['an output of a table', { a: { selector: 'b', type: 'table', output: {} } }, "a: a table can't have an output"],
    ['a nested problem', { a: { selector: 'b', output: { c: { selector: 1 } } } }, 'a.output.c: selector should be'],
    ['no rule', {}, 'rules are missing'],
    ['an output object without rules', { a: { selector: 'b', output: {} } }, 'a.output: rules are missing'],
    ['a sixth level', nested(6), 'a.output.a.output.a.output.a.output.a.output: rules are nested more than 5 deep'],
    ['101 rules', many(101), 'there are more than 100 rules'],
    ['101 rules, some of them nested', { a: { selector: 'b', output: many(100) } }, 'there are more than 100 rules'],
    ['more than 10,000 characters', { a: 'b'.repeat(10_000) }, 'this should have at most 10000 characters as compact'],
    ['a name of 9,000 characters', { ['x'.repeat(9000)]: 1 }, `${'x'.repeat(99)}…: a rule is`],
    ['text', 'h1', 'this should be a JSON object'],
  ])('refuses %s, with the path of the rule', (_, rules, message) => {
    expect(problemOf(rules)).toContain(message)
  })

  it('accepts five levels and 100 rules', () => {
    expect(problemOf(nested(5))).toBeNull()
    expect(problemOf(many(100))).toBeNull()
  })

  it('requires the default output, and no prompt', () => {
    expect(problemOf({ a: 'b' }, { output: 'markdown', css_selector: 'main', render_js: true, offset: 5 })).toBeNull()
    expect(problemOf({ a: 'b' }, { output: 'links' })).toBe("extract_rules can't be combined with output")
    expect(problemOf({ a: 'b' }, { prompt: 'What?' })).toBe("extract_rules can't be combined with prompt")
  })
})
