/** A farm provides no browser, or one whose pages could bypass our proxy. The message holds no secret of the farm's address. */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
