import { expect, test } from 'vitest'
import { attempt } from '../../src/base/attempt.ts'

test('returns the result, also if it is null', () => {
  expect(attempt(() => JSON.parse('null'))).toBeNull()
})

test('returns undefined if an error is thrown', () => {
  expect(attempt(() => JSON.parse('{'))).toBeUndefined()
})

test('returns undefined only for errors of the expected class, and throws others', () => {
  expect(attempt(() => decodeURIComponent('%'), URIError)).toBeUndefined()
  expect(() => attempt(() => JSON.parse('{'), URIError)).toThrow(SyntaxError)
})
