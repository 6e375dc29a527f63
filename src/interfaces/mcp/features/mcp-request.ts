/** The context of an MCP request, in every revision and on every transport. */

import type { RequestContext } from '../../../operations/request.ts'
import type { McpLog } from './logging.ts'
import type { ProgressUpdate } from './progress.ts'
import type { ResultForm } from './result-form.ts'

export interface McpRequest
  extends Pick<RequestContext, 'caller' | 'share' | 'requestId' | 'signal' | 'languageModel'> {
  resultForm: ResultForm
  /** Set if the client asked for progress. */
  onProgress?: ((update: ProgressUpdate) => void) | undefined
  /** Set if the client can ask for log messages. */
  onLog?: McpLog | undefined
}
