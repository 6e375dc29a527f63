import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import {
  createSamplingModel,
  createSamplingResponses,
  type SamplingResponses,
} from '../../../../src/interfaces/mcp/legacy/sampling.ts'
import type { ModelRequest } from '../../../../src/model/model/language-model.ts'

const modelRequest = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'model-a',
  system: 'Answer from the page alone.',
  page: 'The page.',
  cachesPage: false,
  task: 'What is it?',
  schema: null,
  maxOutputTokens: 100,
  signal: new AbortController().signal,
  deadlineAt: performance.now() + 60_000,
  ...more,
})

/** A client that gives this response, and the requests sent to it. */
function clientThat(respond: () => object | Promise<object>) {
  const sent: { method: string; params: Record<string, unknown> }[] = []
  const model = createSamplingModel(async (request) => {
    sent.push(request as (typeof sent)[0])
    return (await respond()) as never
  })
  return { model, sent }
}

const textResponse = (text: string, more = {}) => ({
  role: 'assistant',
  model: 'model of the client',
  content: { type: 'text', text },
  ...more,
})

describe("the client's language model", () => {
  it('receives page, task and schema in one message, with hints about the model', async () => {
    const { model, sent } = clientThat(() => textResponse('A page.'))
    const pieces: string[] = []
    const response = await model.generate(
      modelRequest({ schema: { type: 'object' }, onText: (text) => pieces.push(text) }),
    )
    expect(response).toEqual({ text: 'A page.', model: 'model of the client', usage: null, isTruncated: false })
    expect(pieces).toEqual(['A page.'])
    expect(sent).toMatchObject([
      {
        method: 'sampling/createMessage',
        params: {
          systemPrompt: 'Answer from the page alone.',
          maxTokens: 100,
          includeContext: 'none',
          modelPreferences: { hints: [{ name: 'model-a' }] },
        },
      },
    ])
    expect(JSON.stringify(sent[0]?.params.messages)).toMatch(/The page\.\\n\\nWhat is it\?.*JSON Schema/)
  })

  it('receives the wrong answer and the problem when asked again', async () => {
    const { model, sent } = clientThat(() => textResponse('{}'))
    await model.generate(modelRequest({ correction: { answer: 'no JSON', problem: 'This is no JSON.' } }))
    const messages = sent[0]?.params.messages as { role: string; content: { text: string } }[]
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages.slice(1).map(({ content }) => content.text)).toEqual(['no JSON', 'This is no JSON.'])
  })

  it('reports an answer that reached the length limit', async () => {
    const { model } = clientThat(() => textResponse('It is', { stopReason: 'maxTokens' }))
    expect((await model.generate(modelRequest())).isTruncated).toBe(true)
  })

  const failures: [string, () => object | Promise<object>, RegExp][] = [
    ['gives no text', () => textResponse(' '), /returned no text/],
    [
      'gives an image',
      () => textResponse('', { content: { type: 'image', data: '', mimeType: 'image/png' } }),
      /no text/,
    ],
    ['refuses', () => Promise.reject(new McpError(-1, 'secret reason')), /\(code -1\)/],
    [
      'responds with something else',
      () => Promise.reject(new TypeError('secret detail')),
      /The client's language model/,
    ],
  ]
  it.each(failures)('fails with model_failed, without quoting the client, if it %s', async (_, respond, message) => {
    const { model } = clientThat(respond)
    const failure = await model.generate(modelRequest()).catch((error) => error)
    expect(failure).toMatchObject({ type: 'model_failed', message: expect.stringMatching(message) })
    expect(failure.message).not.toContain('secret')
  })

  it('stops with the reason of the aborted request', async () => {
    const reason = new Error('the client has left')
    const { model } = clientThat(() => Promise.reject(new McpError(-32000, 'closed')))
    await expect(model.generate(modelRequest({ signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
  })
})

describe('sampling over HTTP', () => {
  const request: JSONRPCMessage = { jsonrpc: '2.0', id: 0, method: 'sampling/createMessage', params: {} }

  /** Two nodes. Each receives the responses that the other passes on. */
  function openNodes() {
    const [sampling, other] = [0, 1].map((at) =>
      createSamplingResponses((session, response) => void nodes[1 - at]?.deliver(session, response)),
    ) as [SamplingResponses, SamplingResponses]
    const nodes = [sampling, other]
    return { sampling, other }
  }

  it('delivers a response once, by request id, to the waiting call', async () => {
    const { sampling } = openNodes()
    const delivered: [string, JSONRPCMessage][] = []
    const callNamed = (name: string) => (message: JSONRPCMessage) => void delivered.push([name, message])
    const [first, second] = [callNamed('first'), callNamed('second')].map((call) => sampling.send('a', request, call))
    expect(first).not.toMatchObject({ id: (second as { id: unknown }).id })
    const response = { ...(second as object), method: undefined, result: {} }
    const { method: _, ...message } = response
    for (const session of ['b', 'a', 'a']) expect(sampling.receive(session, message)).toBe(true)
    expect(delivered).toMatchObject([['second', { id: 0, result: {} }]])
  })

  it('drops responses to a call that has ended, and leaves other messages alone', async () => {
    const { sampling } = openNodes()
    const call = () => expect.unreachable('the call has ended')
    const sent = sampling.send('a', request, call) as { id: string }
    sampling.end(call)
    expect(sampling.receive('a', { jsonrpc: '2.0', id: sent.id, result: {} })).toBe(true)
    expect(sampling.receive('a', { jsonrpc: '2.0', id: 1, method: 'tools/list' })).toBe(false)
    expect(sampling.receive('a', null)).toBe(false)
    const notification: JSONRPCMessage = { jsonrpc: '2.0', method: 'notifications/progress' }
    expect(sampling.send('a', notification, call)).toBe(notification)
  })

  it('delivers a response that another node received, but only in its session', async () => {
    const { sampling, other } = openNodes()
    const delivered: JSONRPCMessage[] = []
    const call = (message: JSONRPCMessage) => void delivered.push(message)
    const { id } = sampling.send('a', request, call) as { id: string }
    const response = { jsonrpc: '2.0', id, result: {} }
    other.receive('b', response)
    expect(delivered).toEqual([])
    other.receive('a', response)
    expect(delivered).toEqual([{ jsonrpc: '2.0', id: 0, result: {} }])
  })
})
