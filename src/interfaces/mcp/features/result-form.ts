/** Chooses the form of a tool's results: text for a model, or also structured content for a program (docs/mcp.md, Results and errors). */

export const resultForms = ['text', 'structured'] as const

/** `text`: the result is text blocks alone. `structured`: it also has `structuredContent`, and the tools declare an output schema. */
export type ResultForm = (typeof resultForms)[number]

/** A client's description of itself: in `initialize`, or in each request since revision 2026-07-28. */
export interface McpClient {
  clientInfo?: { name?: string; version?: string } | undefined
  capabilities?: { extensions?: Record<string, unknown> } | undefined
}

interface KnownClient {
  /** Name, versions, and the date of the observation. */
  client: string
  seen: string
  matches(client: McpClient): boolean
}

const uiExtension = 'io.modelcontextprotocol/ui'

/** Clients that pass a result without structured content to the model as JSON. */
const structuredClients: readonly KnownClient[] = [
  {
    client: '@mastra/mcp 1.18.0 and 2.0.0, 2026-11-28',
    seen: 'The model gets `{"content":[{"type":"text","text":"…"}]}`. If there is an output schema and structured content, it gets the text.',
    // The name is the key of the server in the user's configuration. Clients that show a UI list media types in the extension.
    matches: ({ clientInfo: { name = '', version } = {}, capabilities }) => {
      const ui = capabilities?.extensions?.[uiExtension]
      const isEmptyUi = typeof ui === 'object' && ui !== null && Object.keys(ui).length === 0
      return /mastra/i.test(name) || (isEmptyUi && version === '1.0.0')
    },
  },
]

/** True if the client is known to need structured content. */
export function needsStructured(client: McpClient): boolean {
  return structuredClients.some(({ matches }) => matches(client))
}

interface Choice {
  /** The form in the URL of the request; null if there isn't one. */
  requested: ResultForm | null
  /** GLEANER_MCP_RESULT. */
  setting: 'auto' | ResultForm
  needsStructured: boolean
}

export function chooseResultForm({ requested, setting, needsStructured }: Choice): ResultForm {
  if (requested !== null) return requested
  if (setting !== 'auto') return setting
  return needsStructured ? 'structured' : 'text'
}
