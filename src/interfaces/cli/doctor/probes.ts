/** What the checks ask of the parts that only adapters know. */

import type { RedisFacts, StoreFacts } from '../../../access/store-facts.ts'
import type { ModelVendor } from '../../../model/model/model-choice.ts'

export interface Probes {
  /** Starts the browser and lets it load a page; null where there is none. Rejects when it does not start. */
  browser(): Promise<BrowserFacts | null>
  /** Asks every address of the browser farm for a browser, as the service would, and lets it load a page. Null where none is set. */
  farms: (() => Promise<FarmFacts[]>) | null
  /** Null where there is no database yet. Asked once, however many checks ask. */
  database(): Promise<StoreFacts | null>
  /** What Redis is like. Null where none is set. */
  redis: (() => Promise<RedisFacts>) | null
  /** The HTTP status with which each vendor's service of language models answers; without those that are not set up. */
  models: Partial<Record<ModelVendor, (signal: AbortSignal) => Promise<number>>>
}

export interface FarmFacts {
  /** Host and port. */
  name: string
  /** As the browser names itself, and how it was reached; null where it gave none. */
  version: string | null
  containment: string | null
  /** Why it gave none, or null. */
  failure: string | null
}

interface BrowserFacts {
  path: string
  version: string
  /** Its user and whether it is in its sandbox, in words. */
  containment: string
}
