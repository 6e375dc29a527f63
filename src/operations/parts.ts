/** The ports that handlers use. Each is opened by the first request that needs it. */

import type { Access } from '../access/access.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import type { ReadFile } from '../page/page.ts'
import type { ResultPageSource } from '../pages/results/result-page-source.ts'
import type { PageStore } from '../pages/snapshot/page-store.ts'
import type { SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/page-engine.ts'

export interface OperationParts {
  engine(): Promise<PageEngine>
  snapshots(): Promise<SnapshotStore>
  /** Missing if file URLs are refused. */
  readFile?: ReadFile | undefined
  /** Pages kept for later requests with the same key, or null in a process that exits after one result. */
  pages(): Promise<PageStore | null>
  /** Returns the server's language model with this ID, or null if it is not set up. */
  languageModel(model: string): Promise<LanguageModel | null>
  modelLimits: ModelLimits
  /** Opens Google's result pages, from Google or from a search-result service. */
  resultPages(): Promise<ResultPageSource>
  /** Language to request if the caller doesn't set one. Default: the engines' language. */
  locale?: string | undefined
  /** Secret for deriving names of stored data, so that they can't be guessed. */
  nameSecret: string
  /** Null if there are no keys: stdio and the command line. */
  access: Pick<Access, 'keys' | 'usage'> | null
}

interface ModelLimits {
  /** ID of the model to call if the caller doesn't choose one. */
  defaultModel: string
  /** Estimated tokens of page text in one model request. */
  inputTokens: number
  maxOutputTokens: number
}
