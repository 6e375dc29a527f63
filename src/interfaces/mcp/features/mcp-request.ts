/**
 * The context of an MCP request, in every revision and on every transport: the level of its log messages, and the form of its results, which
 * is text for a model, or also structured content for a program (docs/mcp.md, Results and errors).
 */

import type { Config } from '../../../config/config.ts'
import type { RequestContext } from '../../../operations/runtime.ts'

export interface McpRequest
  extends Pick<RequestContext, 'caller' | 'share' | 'requestId' | 'signal' | 'languageModel'> {
  resultForm: ResultForm
  /** Set if the client asked for progress. */
  onProgress?: ((update: { progress: number; message: string }) => void) | undefined
  /** Set if the client can ask for log messages (`logging/setLevel`, legacy revisions). */
  onLog?: McpLog | undefined
}

/** Least severe first. @see RFC 5424 */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof logLevels)[number]

/** Receives a log message, which never contains a prompt or page content. */
type McpLog = (level: LogLevel, data: Record<string, unknown>) => void

/** Least severe level that is sent to a client, or null until the client sets one. */
export type LogSetting = ReturnType<typeof createLogSetting>

/** `keep` stores a changed level for later requests of the session. */
export function createLogSetting(level: LogLevel | null = null, keep = async (_level: LogLevel) => {}) {
  return {
    level,
    async change(wanted: LogLevel): Promise<void> {
      this.level = wanted
      await keep(wanted)
    },
  }
}

/** True if a message at this level is sent to the client. */
export function isLogged(level: LogLevel, { level: least }: Pick<LogSetting, 'level'>): boolean {
  return least !== null && logLevels.indexOf(level) >= logLevels.indexOf(least)
}

/** `text`: the result is text blocks alone. `structured`: it also has `structuredContent`, and the tools declare an output schema. */
export type ResultForm = Exclude<ResultSetting, 'auto'>

export type ResultSetting = Config['GLEANER_MCP_RESULT']

export const resultForms: readonly ResultForm[] = ['text', 'structured']

/** A client's description of itself: in `initialize`, or in each request since revision 2026-07-28. */
export interface McpClient {
  clientInfo?: { name?: string; version?: string } | undefined
  capabilities?: { extensions?: Record<string, unknown> } | undefined
}

const uiExtension = 'io.modelcontextprotocol/ui'

/**
 * True for a client that passes a result without structured content to the model as JSON. @mastra/mcp 1.18.0 and 2.0.0, seen on 2026-11-28:
 * the model gets `{"content":[{"type":"text","text":"…"}]}`. If there are an output schema and structured content, it gets the text. The
 * client's name is the key of the server in the user's configuration. Other clients with this extension list the media types that they show.
 */
export function needsStructured({ clientInfo: { name = '', version } = {}, capabilities }: McpClient): boolean {
  const ui = capabilities?.extensions?.[uiExtension]
  const isEmptyUi = typeof ui === 'object' && ui !== null && Object.keys(ui).length === 0
  return /mastra/i.test(name) || (isEmptyUi && version === '1.0.0')
}

/** `requested` is the form in the URL of the request, if any, and `setting` is GLEANER_MCP_RESULT. */
export function chooseResultForm(requested: ResultForm | null, setting: ResultSetting, needs: boolean): ResultForm {
  return requested ?? (setting !== 'auto' ? setting : needs ? 'structured' : 'text')
}
