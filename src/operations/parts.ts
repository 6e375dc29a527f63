/** The ports that handlers work with. Each is opened by the first request that needs it. */

import type { Access } from '../access/access.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import type { ResultPageSource } from '../pages/results/result-page-source.ts'
import type { PageStore } from '../pages/snapshot/page-store.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/page-engine.ts'

export interface OperationParts {
  /** What loads and reads pages. */
  engine(): Promise<PageEngine>
  snapshots(): Promise<SnapshotStore>
  /** Kept pages, for later requests of the same key; null in a process that ends after one result. */
  pages(): Promise<PageStore | null>
  /** The server's language model of this id; null where it is not set up. */
  languageModel(model: string): Promise<LanguageModel | null>
  modelLimits: ModelLimits
  /** Google's result pages, from Google or from a search-result service. */
  resultPages(): Promise<ResultPageSource>
  /** Language to ask pages for where the caller names none; without it the engines' own. */
  locale?: string | undefined
  /** For the names of what is stored, which no one can guess who lacks it. */
  nameSecret: string
  /** Null where there are no keys: stdio and the command line. */
  access: Pick<Access, 'keys' | 'usage'> | null
}

interface ModelLimits {
  /** Id of the model that is called when the caller names none. */
  defaultModel: string
  /** Estimated tokens of page text in one model request. */
  inputTokens: number
  maxOutputTokens: number
}
