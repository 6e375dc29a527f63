import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { packError, unpackError } from '../../src/readers/task-error.ts'

const cross = (error: unknown) => unpackError(structuredClone(packError(error)))

describe('an error from a worker thread', () => {
  it('keeps type, message, parameter and retry delay', () => {
    const error = new ServiceError('overloaded', 'Too much', { param: 'url', retryAfterS: 3 })
    const crossed = cross(error)
    expect(crossed).toBeInstanceOf(ServiceError)
    expect(crossed).toMatchObject({ type: 'overloaded', message: 'Too much', retryAfterS: 3, status: 503 })
    expect(crossed).toHaveProperty('problems', error.problems)
  })

  it('keeps the next step, and that a retry is useless', () => {
    const error = new ServiceError('invalid_response', 'Locked', { next: 'Use a copy.', isFinal: true })
    expect(cross(error)).toMatchObject({ next: 'Use a copy.', retryable: false })
    expect(cross(new ServiceError('invalid_response', 'Cut off'))).toMatchObject({ retryable: true })
  })

  it('keeps all of its problems', () => {
    const error = ServiceError.fromProblems([
      { loc: ['query', 'url'], msg: 'Input should be a valid URL', type: 'url_parsing' },
      { loc: ['query', 'css_selector'], msg: 'Input should be a valid selector', type: 'value_error' },
    ])
    expect(cross(error)).toHaveProperty('problems', error.problems)
  })

  it('is invalid_response if the document overflowed the thread', () => {
    expect(cross(new RangeError('Maximum call stack size exceeded'))).toMatchObject({
      type: 'invalid_response',
      message: 'The page is too complex to read',
    })
  })

  it('keeps the message and stack of a bug, regardless of the thrown value', () => {
    const bug = new TypeError('x is not a function')
    expect(cross(bug)).toMatchObject({ message: bug.message, stack: bug.stack })
    expect(cross(bug)).not.toBeInstanceOf(ServiceError)
    expect(cross('text')).toMatchObject({ message: 'text' })
  })
})
