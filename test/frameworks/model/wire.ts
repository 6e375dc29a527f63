/** Shared by the formats of model APIs: requests and turns without a format, blocks of a result, server-sent events. */

/** The result of one tool call as the model is sent it. Kinds of blocks other than text are listed by name. */
export interface SentResult {
  texts: string[]
  otherBlocks: string[]
}

export interface ModelRequest {
  /** Parameters by the name of the tool, with the client's prefix. */
  tools: Record<string, string[]>
  results: SentResult[]
}

/** The model's next step: it calls a tool, or finishes the conversation with a sentence. `id` is different for each turn. */
export type ModelTurn = { id: string; tool: string; args: string } | { id: string; text: string }

/** One format: how it reads a request, and how it writes a turn, whole or as the events of a stream. */
export interface WireFormat {
  read(body: Record<string, never>): ModelRequest
  write(turn: ModelTurn): object
  stream(turn: ModelTurn): string[]
}

/** Sorts the blocks of a result. A string is one block of text. */
export function sortBlocks(content: string | readonly { type: string; text?: string }[], textType: string): SentResult {
  if (typeof content === 'string') return { texts: [content], otherBlocks: [] }
  return {
    texts: content.filter(({ type }) => type === textType).map(({ text = '' }) => text),
    otherBlocks: content.filter(({ type }) => type !== textType).map(({ type }) => type),
  }
}

/** Returns one server-sent event. */
export function event(data: object | string, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
