/** What the checks ask of the parts that only adapters know. */

import type { StoreFacts } from '../../../access/store-facts.ts'

export interface Probes {
  /** Starts the browser and lets it load a page; null where there is none. Rejects when it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Null where there is no database yet. Asked once, however many checks ask. */
  database(): Promise<StoreFacts | null>
  /** The version of Redis. Null where none is set. */
  redis: (() => Promise<string>) | null
  /** The HTTP status with which the language model's service answers. Null without a key. */
  model: ((signal: AbortSignal) => Promise<number>) | null
}

export interface BrowserFacts {
  path: string
  version: string
  /** Its user and whether it is in its sandbox, in words. */
  containment: string
}
