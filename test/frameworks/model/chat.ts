/** The format of OpenAI's chat completions. */

import { event, type ModelTurn, sortBlocks, type WireFormat } from './wire.ts'

interface ChatRequest {
  tools?: { function: { name: string; parameters?: { properties?: object } } }[]
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const headOf = ({ id }: ModelTurn) => ({ id: `chatcmpl-${id}`, created: 1, model: 'scripted' })

const reasonOf = (turn: ModelTurn) => ('text' in turn ? 'stop' : 'tool_calls')

function messageOf(turn: ModelTurn): object {
  if ('text' in turn) return { role: 'assistant', content: turn.text }
  const call = { id: turn.id, type: 'function', function: { name: turn.tool, arguments: turn.args } }
  return { role: 'assistant', content: null, tool_calls: [{ index: 0, ...call }] }
}

export const chat: WireFormat = {
  read(body) {
    const { tools = [], messages } = body as unknown as ChatRequest
    const results = messages.filter(({ role }) => role === 'tool')
    return {
      tools: Object.fromEntries(
        tools.map(({ function: { name, parameters } }) => [name, Object.keys(parameters?.properties ?? {})]),
      ),
      results: results.map(({ content }) => sortBlocks(content, 'text')),
    }
  },
  write(turn) {
    const choice = { index: 0, message: messageOf(turn), finish_reason: reasonOf(turn), logprobs: null }
    return { ...headOf(turn), object: 'chat.completion', choices: [choice], usage }
  },
  stream(turn) {
    const chunk = (delta: object, finish_reason: string | null) =>
      event({ ...headOf(turn), object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })
    return [chunk(messageOf(turn), null), chunk({}, reasonOf(turn)), event('[DONE]')]
  },
}
