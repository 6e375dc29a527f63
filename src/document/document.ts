/** The parsed page, as all formatters and parsers of result pages read it. */

import type { Document as Tree } from 'domhandler'

/** A parsed page: what every formatter reads. */
export interface Document {
  root: Tree
  /** Address of the page itself, after redirects. */
  url: string
  /** What its links resolve against: `<base href>` where there is one. */
  baseUrl: string
  /** The text that was parsed; source positions of nodes count its UTF-16 units. */
  source: string
}
