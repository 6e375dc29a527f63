import { expect, test } from 'vitest'
import { articleBodyOf, readJsonLd } from '../../../src/format/metadata/json-ld-fields.ts'

test.each([
  ['<!-- {"a":1} -->', [{ a: 1 }]],
  ['//<![CDATA[\n{"a":1}\n//]]>', [{ a: 1 }]],
  ['{"a":1};', [{ a: 1 }]],
  ['\ufeff{"a":"tab\there"}', [{ a: 'tab here' }]],
  ['[{"a":1},2,"x",null,[3],{"b":2}]', [{ a: 1 }, { b: 2 }]],
  ['"text"', []],
  ['{"a":', []],
  ['', []],
  ['{"a":{"toString":1}}', [{ a: { toString: 1 } }]],
])('the objects of %s are %o', (script, objects) => {
  expect(readJsonLd([script])).toEqual(objects)
})

test('objects that are too deep or too long are left out, and the rest is kept', () => {
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const list = `{"a":${'['.repeat(200)}${']'.repeat(200)}}`
  const long = `{"a":"${'x'.repeat(10_000_000)}"}`
  expect(readJsonLd([deep, list, long, '{"kept":true}'])).toEqual([{ kept: true }])
})

test('the body of an article is the longest one at any depth', () => {
  const objects = [{ articleBody: 'short' }, { '@graph': [{ mainEntity: { articleBody: 'a longer text' } }] }]
  expect(articleBodyOf(objects)).toBe('a longer text')
  expect(articleBodyOf([{ articleBody: 5 }, { text: 'x' }])).toBe('')
})
