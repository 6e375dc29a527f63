/** The format of OpenAI's Responses API. */

import { event, type ModelTurn, sortBlocks, type WireFormat } from './wire.ts'

interface ResponsesRequest {
  tools?: { type: string; name: string; parameters?: { properties?: object } }[]
  input: string | { type?: string; output?: string | { type: string; text?: string }[] }[]
}

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
}

function itemOf(turn: ModelTurn): { id: string; type: string } {
  if ('text' in turn) {
    const content = [{ type: 'output_text', text: turn.text, annotations: [], logprobs: [] }]
    return { id: `msg_${turn.id}`, ...{ type: 'message', role: 'assistant', status: 'completed', content } }
  }
  const { id, tool, args } = turn
  return { id: `fc_${id}`, ...{ type: 'function_call', status: 'completed', call_id: id, name: tool, arguments: args } }
}

/** The events that fill an item which starts empty. */
function eventsOf(turn: ModelTurn): { type: string; [field: string]: unknown }[] {
  const item = itemOf(turn)
  const at = { item_id: item.id, output_index: 0 }
  if (!('text' in turn)) {
    return [
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...at, delta: turn.args },
      { type: 'response.function_call_arguments.done', ...at, arguments: turn.args },
    ]
  }
  const part = { type: 'output_text', text: '', annotations: [] }
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, content_index: 0, part },
    { type: 'response.output_text.delta', ...at, content_index: 0, delta: turn.text, logprobs: [] },
    { type: 'response.output_text.done', ...at, content_index: 0, text: turn.text, logprobs: [] },
    { type: 'response.content_part.done', ...at, content_index: 0, part: { ...part, text: turn.text } },
  ]
}

export const responses: WireFormat = {
  read(body) {
    const { tools = [], input } = body as unknown as ResponsesRequest
    const results = typeof input === 'string' ? [] : input.filter(({ type }) => type === 'function_call_output')
    return {
      tools: Object.fromEntries(tools.map(({ name, parameters }) => [name, Object.keys(parameters?.properties ?? {})])),
      results: results.map(({ output = [] }) => sortBlocks(output, 'input_text')),
    }
  },
  write(turn) {
    const head = { id: `resp_${turn.id}`, object: 'response', created_at: 1, model: 'scripted', status: 'completed' }
    const options = { tools: [], tool_choice: 'auto', parallel_tool_calls: true, metadata: {}, text: {} }
    return { ...head, error: null, incomplete_details: null, output: [itemOf(turn)], ...options, usage }
  },
  stream(turn) {
    const response = this.write(turn)
    const started = { ...response, status: 'in_progress', output: [], usage: null }
    const events = [
      { type: 'response.created', response: started },
      ...eventsOf(turn),
      { type: 'response.output_item.done', output_index: 0, item: itemOf(turn) },
      { type: 'response.completed', response },
    ]
    return events.map((each, sequence_number) => event({ ...each, sequence_number }, each.type))
  },
}
