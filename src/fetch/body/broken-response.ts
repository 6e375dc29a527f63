/** A response that broke off, ended too early, or never came. Unlike after a refusal, requesting it again may succeed. */

import { ServiceError } from '../../base/errors.ts'

export class BrokenResponse extends ServiceError {
  /** True if the request used a kept connection that the origin had closed in the meantime. That doesn't count as an attempt. */
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
