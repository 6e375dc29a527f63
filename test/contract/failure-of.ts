import { expect } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'

/** Returns the ServiceError that the call throws. */
export function failureOf(call: () => unknown): ServiceError {
  try {
    call()
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    return error as ServiceError
  }
  throw new Error('nothing was thrown')
}
