/** A response that was cut off, ended too early, or never arrived. Retrying the request may help, unlike after a refusal. */

import { ServiceError } from '../../base/errors.ts'

export class BrokenResponse extends ServiceError {
  /** True if the request reused a connection that the origin had closed in the meantime. Such a request doesn't count as an attempt. */
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
