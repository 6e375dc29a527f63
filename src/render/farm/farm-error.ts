/** A farm gives no browser, or one whose pages could get past our proxy. Its message holds no secret of the farm's address. */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
