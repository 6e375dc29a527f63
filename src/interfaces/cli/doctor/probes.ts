/** Probes that the adapters provide for the checks. */

import type { RedisFacts, StoreFacts } from '../../../access/maintenance.ts'

export interface Probes {
  /** Starts the browser and loads a page. Null if no browser is installed. Rejects if it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Gets a browser from every browser farm, as the service would, and loads a page. Null if no farm is set. */
  farms: (() => Promise<FarmFacts[]>) | null
  /** Resolves with facts about the database, or null if it doesn't exist yet. Runs once for all checks. */
  database(): Promise<StoreFacts | null>
  /** Facts about Redis. Null if no Redis server is set. */
  redis: (() => Promise<RedisFacts>) | null
}

/** If the farm didn't provide a browser, `failure` is the reason and the rest is null. */
export interface FarmFacts {
  version: string | null
  /** Describes how it was reached. */
  containment: string | null
  failure: string | null
}

interface BrowserFacts {
  path: string
  version: string
  /** Describes its user and sandbox. */
  containment: string
}
