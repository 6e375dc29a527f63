import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { callExpression, type Sendable, toSource } from '../../../src/render/in-page/expression.ts'

it.each<[string, Sendable]>([
  ['text', 'a "quoted" \u2028 text'],
  ['numbers', [1, -0.5]],
  ['null', null],
  ['objects', { a: true, 'b-c': [{ d: 'e' }] }],
])('a value is the same in another context: %s', (_, value) => {
  // Compared as JSON, because objects from another context have different prototypes.
  expect(JSON.stringify(runInNewContext(`(${toSource(value)})`))).toBe(JSON.stringify(value))
})

it('a call runs the function with its arguments, including functions, in an empty context', () => {
  function addAll(parts: { add: (a: number, b: number) => number }, numbers: readonly number[]): number {
    return numbers.reduce(parts.add, 0)
  }
  const add = (a: number, b: number) => a + b
  expect(runInNewContext(callExpression(addAll, { add }, [1, 2, 3]))).toBe(6)
})
