/** A request over MCP in flight, in every revision and on every transport. */

import type { RequestContext } from '../../../operations/request.ts'
import type { Log } from './logging.ts'
import type { ProgressUpdate } from './progress.ts'

export interface McpRequest extends Pick<RequestContext, 'caller' | 'requestId' | 'signal' | 'languageModel'> {
  /** Present when the client asked for progress. */
  onProgress?: ((update: ProgressUpdate) => void) | undefined
  /** Present where a client can ask for log messages. */
  onLog?: Log | undefined
}
