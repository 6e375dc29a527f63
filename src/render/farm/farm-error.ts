/**
 * The error for a farm that provides no browser, or one whose pages could bypass our proxy. The message reveals no secret from the farm's
 * address.
 */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
