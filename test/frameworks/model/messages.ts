/** The format of Anthropic's Messages API. */

import { event, type ModelTurn, sortBlocks, type WireFormat } from './wire.ts'

interface MessagesRequest {
  tools?: { name: string; input_schema?: { properties?: object } }[]
  messages: {
    role: string
    content: string | { type: string; content?: string | { type: string; text?: string }[] }[]
  }[]
}

const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

function blockOf(turn: ModelTurn): object {
  if ('text' in turn) return { type: 'text', text: turn.text }
  return { type: 'tool_use', id: turn.id, name: turn.tool, input: JSON.parse(turn.args) }
}

export const messages: WireFormat = {
  read(body) {
    const { tools = [], messages: sent } = body as unknown as MessagesRequest
    const blocks = sent.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const results = blocks.filter(({ type }) => type === 'tool_result')
    return {
      tools: Object.fromEntries(
        tools.map(({ name, input_schema }) => [name, Object.keys(input_schema?.properties ?? {})]),
      ),
      results: results.map(({ content = [] }) => sortBlocks(content, 'text')),
    }
  },
  write(turn) {
    const stop_reason = 'text' in turn ? 'end_turn' : 'tool_use'
    return {
      id: `msg_${turn.id}`,
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [blockOf(turn)],
      stop_reason,
      stop_sequence: null,
      usage,
    }
  },
  stream(turn) {
    const message = { ...this.write(turn), content: [], stop_reason: null }
    const [content_block, delta] =
      'text' in turn
        ? [
            { type: 'text', text: '' },
            { type: 'text_delta', text: turn.text },
          ]
        : [
            { ...blockOf(turn), input: {} },
            { type: 'input_json_delta', partial_json: turn.args },
          ]
    const stop_reason = 'text' in turn ? 'end_turn' : 'tool_use'
    const events = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ]
    return events.map((each) => event(each, each.type))
  },
}
