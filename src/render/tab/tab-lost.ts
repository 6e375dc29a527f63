/** The error for a page that was lost while in use. */

/**
 * `page`: its process exited. `flood`: we closed it because it kept opening pages or changing its URL. `reports`: we closed it because it
 * caused too many messages. `browser`: the whole browser exited. `neighbour`: we killed the browser because of another page.
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
