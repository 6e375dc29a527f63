/** Probes that the adapters provide for the checks. */

import type { RedisFacts, StoreFacts } from '../../../access/store-facts.ts'
import type { ModelVendor } from '../../../model/model/model-choice.ts'

export interface Probes {
  /** Starts the browser and loads a page. Null if no browser is installed. Rejects if it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Gets a browser from every browser farm, as the service would, and loads a page. Null if none is set. */
  farms: (() => Promise<FarmFacts[]>) | null
  /** Null before the database exists. Runs once for all checks. */
  database(): Promise<StoreFacts | null>
  /** Facts about Redis. Null if none is set. */
  redis: (() => Promise<RedisFacts>) | null
  /** HTTP status of each vendor's language model service that is set up. */
  models: Partial<Record<ModelVendor, (signal: AbortSignal) => Promise<number>>>
}

export interface FarmFacts {
  /** Host and port. */
  name: string
  /** The browser's own version string and how it was reached; null if the farm provided none. */
  version: string | null
  containment: string | null
  /** Why the farm provided no browser, or null. */
  failure: string | null
}

interface BrowserFacts {
  path: string
  version: string
  /** Its user and sandbox, in words. */
  containment: string
}
