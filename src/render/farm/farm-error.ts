/** Why a browser of a farm is not used: it can't be had now, or it does not keep its pages in. */

export class FarmError extends Error {
  override readonly name = 'FarmError'
  /** Whether only its owner can mend it: it is not asked again soon. */
  readonly isRefusal: boolean

  constructor(message: string, { isRefusal = false, cause }: { isRefusal?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isRefusal = isRefusal
  }
}
