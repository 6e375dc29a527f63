/** An answer that broke off: worth a second try (docs/api.md, scrape), unlike a refusal. Never leaves this room. */

import type { ServiceError } from '../../errors.ts'

export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection'
  /** What the caller is told when the second try ends the same way. */
  readonly told: ServiceError
  /** The connection was a kept one that the origin had closed meanwhile: that does not count as a try. */
  readonly isStale: boolean

  constructor(told: ServiceError, { isStale = false } = {}) {
    super(told.message, { cause: told.cause })
    this.told = told
    this.isStale = isStale
  }
}
