/** Chooses the form of a tool's results: text for a model, or also structured content for a program (docs/mcp.md, Results and errors). */

import type { Config } from '../../../config/config.ts'

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
