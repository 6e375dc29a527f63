import { expect, it } from 'vitest'
import { codeAt } from '../../src/base/code-at.ts'

it('returns the code unit at an index, and NaN after the end', () => {
  expect([codeAt('a😀', 0), codeAt('a😀', 1), codeAt('a😀', 3)]).toEqual([97, 0xd83d, Number.NaN])
})
