/** Probes that the adapters provide for the checks. */

import type { RedisFacts, StoreFacts } from '../../../access/store-facts.ts'

export interface Probes {
  /** Starts the browser and loads a page. Null if no browser is installed. Rejects if it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Gets a browser from every browser farm, as the service would, and loads a page. Null if none is set. */
  farms: (() => Promise<FarmFacts[]>) | null
  /** Null before the database exists. Runs once for all checks. */
  database(): Promise<StoreFacts | null>
  /** Facts about Redis. Null if none is set. */
  redis: (() => Promise<RedisFacts>) | null
}

/** All null except `failure`, the reason, if the farm provided no browser. */
export interface FarmFacts {
  /** The browser's own version string. */
  version: string | null
  /** How it was reached. */
  containment: string | null
  failure: string | null
}

interface BrowserFacts {
  path: string
  version: string
  /** Its user and sandbox, in words. */
  containment: string
}
