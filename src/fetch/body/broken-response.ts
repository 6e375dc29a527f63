/** The error of a response that broke off, ended too early, or never came: unlike a refusal, it may succeed when it is requested again. */

import { ServiceError } from '../../base/errors.ts'

export class BrokenResponse extends ServiceError {
  /** The request went out on a kept connection that the origin had closed meanwhile: that does not count as an attempt. */
  readonly isStale: boolean

  constructor(
    type: 'invalid_response' | 'target_unreachable',
    message: string,
    { cause, isStale = false }: { cause?: unknown; isStale?: boolean } = {},
  ) {
    super(type, message, { cause })
    this.isStale = isStale
  }
}
