/** Shared by the formats of model APIs: requests and turns without a format, blocks of a result, server-sent events. */

/** The result of one tool call as the model is sent it. Kinds of blocks other than text are listed by name. */
export interface SentResult {
  texts: string[]
  otherBlocks: string[]
}

/** An image that the model is sent. */
export interface SentImage {
  /** Type of the block that has it. */
  block: string
  mediaType: string
  width: number
  height: number
  bytes: number
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

/** Returns the PNG images anywhere in a request, as base64 or data URLs. An image in text or in JSON in a string doesn't count. */
export function imagesIn(value: unknown, block = ''): SentImage[] {
  if (Array.isArray(value)) return value.flatMap((one) => imagesIn(one, block))
  if (typeof value === 'string') {
    const [, mediaType, data] = /^data:([\w/]+);base64,([\w+/=]+)$/.exec(value) ?? []
    return mediaType && data ? [imageOf(block, mediaType, data)] : []
  }
  if (typeof value !== 'object' || value === null) return []
  const { type, media_type, data } = value as { type?: unknown; media_type?: string; data?: string }
  if (type === 'base64' && media_type && data) return [imageOf(block, media_type, data)]
  return Object.values(value).flatMap((one) => imagesIn(one, typeof type === 'string' ? type : block))
}

function imageOf(block: string, mediaType: string, data: string): SentImage {
  const png = Buffer.from(data, 'base64')
  // The size is in the first chunk (PNG, 11.2.2).
  const [width, height] = png.length > 24 ? [png.readUInt32BE(16), png.readUInt32BE(20)] : [0, 0]
  return { block, mediaType, width, height, bytes: png.length }
}

/** Returns one server-sent event. */
export function event(data: object | string, name?: string): string {
  return `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
