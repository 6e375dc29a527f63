/** The error of a page that ended while it was in use. */

/**
 * `page`: its process ended. `flood`: we ended it, since it opened pages or changed its URL without end. `reports`: we
 * ended it, since it made its browser report too much. `browser`: the whole
 * browser ended. `neighbour`: we ended the browser because of another page.
 */
export type TabLossCause = 'page' | 'flood' | 'reports' | 'browser' | 'neighbour'

export class TabLost extends Error {
  override readonly name = 'TabLost'
  readonly lossCause: TabLossCause

  constructor(lossCause: TabLossCause) {
    super(`Lost: ${lossCause}`)
    this.lossCause = lossCause
  }
}
