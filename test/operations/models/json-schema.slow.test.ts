import { describe, expect, it } from 'vitest'
import * as chat from '../../model/openai/chat-replies.ts'
import type { Reply } from '../../model/scripted-model.ts'
import * as messages from '../../model/scripted-model.ts'
import { type Json, jsonOf, typesOf } from '../../service.ts'
import { holdTimeLimit } from '../../time-limit.ts'
import { until } from '../../waits.ts'
import { chatSettings, codesOf, site, usePromptService } from '../prompt-service.ts'

const schema = {
  type: 'object',
  properties: {
    plan: { type: 'string' },
    price: { type: 'number', minimum: 1 },
    colour: { type: 'string', enum: ['red', 'blue'] },
    contacts: { type: 'array', items: { type: 'object', properties: { mail: { type: 'string' } } } },
  },
  required: ['plan', 'price'],
}
const filled = { plan: 'basic', price: 12.5, colour: null, contacts: [{ mail: 'sales@example.com' }] }
const good = JSON.stringify(filled)
const bad = '{"plan":"basic","price":"twelve"}'
const noRetry = { 'x-should-retry': 'false' }

/** The field names of each API. */
const wires = [
  {
    name: 'Anthropic',
    settings: undefined,
    answers: (text: string) => messages.answers(text),
    cut: (text: string) => messages.answers(text, { stop: 'max_tokens' }),
    refuses: messages.answers('', { stop: 'refusal' }),
    fails: (status: number) => messages.fails(status, 'api_error', noRetry),
    hangs: messages.hangs('{"plan'),
    byCharacter: (text: string) => messages.answers(text, { chunk: 1 }),
    whole: (text: string) => messages.answersWhole(text),
    breaksOff: (text: string) => messages.breaksOff(text),
    schemaOf: (request: messages.SentRequest) => request.body.output_config?.format.schema,
    textOf: (request: messages.SentRequest) => messages.textOf(request),
  },
  {
    name: 'chat completions',
    settings: chatSettings,
    answers: (text: string) => chat.answers(text),
    cut: (text: string) => chat.answers(text, { stop: 'length' }),
    refuses: chat.answers('', { refusal: 'No.' }),
    fails: (status: number) => chat.fails(status, 'api_error', noRetry),
    hangs: chat.hangs('{"plan":"basic"'),
    byCharacter: (text: string) => chat.answers(text, { chunk: 1 }),
    whole: (text: string) => chat.answersWhole(text),
    breaksOff: (text: string) => chat.breaksOff(text),
    schemaOf: (request: messages.SentRequest) => chat.chatBody(request).response_format?.json_schema?.schema,
    textOf: (request: messages.SentRequest) =>
      chat
        .chatBody(request)
        .messages.map(({ content }) => content)
        .join('\n'),
  },
]

describe.each(wires)('data for a schema, over $name', (wire) => {
  const service = usePromptService(wire.settings)
  const { answers, cut, refuses, fails, hangs, byCharacter, whole, breaksOff } = wire

  async function fill(replies: Reply[], parameters: object = {}, init: RequestInit = {}): Promise<Json> {
    service.model.play(replies)
    return jsonOf(
      service.gleaner.post('/v1/scrape', { url: service.testUrl(), json_schema: schema, ...parameters }, init),
    )
  }

  it('is the object itself, with null for data that the page lacks', async () => {
    const body = await fill([answers(good)])
    expect(body).toMatchObject({
      ...{ content: filled, total_chars: good.length, next_offset: null, output: 'markdown', warnings: [] },
      ...{ credits_charged: 6, usage: { input_tokens: 25, output_tokens: 15 } },
    })
    expect(body.model).toMatch(/^(claude-haiku-5-5|openai\/qwen3)$/)
    expect(service.model.requests).toHaveLength(1)
  })

  it.each([
    ['character by character', [byCharacter(good)], 1],
    ['as one message', [whole(good)], 1],
    ['after a stream that broke off', [breaksOff('{"plan":"ba'), answers(good)], 2],
  ])('is the same when it arrives %s', async (_, replies, calls) => {
    expect(await fill(replies)).toMatchObject({ content: filled, credits_charged: 6, warnings: [] })
    expect(service.model.requests).toHaveLength(calls)
  })

  it('is charged for work already begun if the caller disconnects while it streams', async () => {
    const { key, id } = await service.gleaner.access.issue('asker', { credits: 300 })
    const leaving = new AbortController()
    const asking = fill([hangs], {}, { headers: { authorization: `Bearer ${key}` }, signal: leaving.signal })
    const left = expect(asking).rejects.toThrow()
    await expect.poll(() => service.model.requests.length).toBe(1)
    leaving.abort()
    await left
    await expect.poll(async () => (await service.gleaner.access.keys.find(id))?.used).toBe(5)
  })

  it("is requested through the service's structured output and in words, about the fenced page", async () => {
    await fill([answers(good)], { prompt: 'Prices in euros' })
    const [request] = service.model.requests as [messages.SentRequest]
    expect(wire.schemaOf(request)).toMatchObject({
      ...{ type: 'object', required: Object.keys(schema.properties), additionalProperties: false },
    })
    const text = wire.textOf(request)
    for (const words of ['Prices in euros', JSON.stringify(schema), 'The basic plan costs 12.50 euros']) {
      expect(text).toContain(words)
    }
  })

  it('costs 5 more credits, only once even with a prompt', async () => {
    expect((await fill([answers(good)], { prompt: 'Prices' })).credits_charged).toBe(6)
  })

  it('is requested once more, with the errors, if it violates the schema', async () => {
    const body = await fill([answers(bad), answers(good)])
    expect(body).toMatchObject({ content: filled, credits_charged: 6, usage: { input_tokens: 50 } })
    expect(wire.textOf(service.model.requests[1] as messages.SentRequest)).toContain('price: must be number')
  })

  it('has a warning if it is not on the page', async () => {
    const body = await fill([answers('{"plan":"gold","price":99.75}')])
    expect([codesOf(body), body.content]).toEqual([['ungrounded'], { plan: 'gold', price: 99.75 }])
  })

  it('is accepted if it is valid after the length limit cut it off', async () => {
    const body = await fill([cut('{"plan":"basic","price":12.5,"contacts":[{"mail":"sa')])
    expect([codesOf(body), body.content]).toEqual([['answer_cut'], { plan: 'basic', price: 12.5 }])
  })

  const failures: [string, Reply[], number, number][] = [
    ['that always violates the schema', [answers(bad)], 2, 5],
    ['that is cut off before anything is valid', [cut('{"plan":"ba')], 2, 5],
    ['that lacks what is required', [answers('{"plan":"basic"}')], 2, 5],
    ['that is a list', [answers('[1]')], 2, 5],
    ['that is not JSON', [answers('Twelve euros')], 2, 5],
    ['that the model refuses', [refuses], 1, 5],
    ['of a service with 429', [fails(429)], 1, 0],
    ['of a service with 500', [fails(500)], 1, 0],
    ['of a service that refuses the key', [fails(401)], 1, 0],
    ['of a service that breaks the connection', [(response) => response.destroy()], 3, 0],
    ['of a service whose stream always breaks off', [breaksOff('{"plan":"ba')], 3, 0],
    ['of a service that fails at the second call', [answers(bad), fails(500)], 2, 0],
  ]
  it.each(failures)('%s is model_failed at its exact charge', async (_, replies, calls, charged) => {
    const { key, id } = await service.gleaner.access.issue('asker', { credits: 300 })
    const body = await fill(replies, {}, { headers: { authorization: `Bearer ${key}` } })
    expect([...typesOf(body), body.credits_charged]).toEqual(['model_failed', charged])
    expect(service.model.requests).toHaveLength(calls)
    expect((await service.gleaner.access.keys.find(id))?.credits).toBe(300 - charged)
  })

  it('is model_failed and charged if it does not arrive in time', async () => {
    const { timeout_ms, pass } = holdTimeLimit()
    const asking = fill([hangs], { timeout_ms })
    await until('the call of the model', () => service.model.requests.length === 1)
    pass()
    const body = await asking
    expect([...typesOf(body), body.credits_charged]).toEqual(['model_failed', 5])
  })

  it('has no values if the page is a 404, and no model is called', async () => {
    const body = await fill([answers(good)], { url: service.testUrl('/missing') })
    expect(body).toMatchObject({ status_code: 404, model: null, credits_charged: 0 })
    expect(body.content).toEqual({ plan: null, price: null, colour: null, contacts: [] })
    expect(service.model.requests).toEqual([])
  })

  it('is read from a long page in parts, with arrays merged and the first of each scalar kept', async () => {
    const paragraph = (n: number) => `<h2>Section ${n}</h2><p>${`Words of paragraph ${n} that go on. `.repeat(400)}</p>`
    site['/long'] = { body: `<main>${Array.from({ length: 30 }, (_, n) => paragraph(n)).join('')}</main>` }
    const parts = [
      '{"plan":null,"price":null,"contacts":[{"mail":"a@example.com"}]}',
      '{"plan":"first","price":2,"contacts":[{"mail":"a@example.com"},{"mail":"b@example.com"}]}',
      '{"plan":"second","price":null,"contacts":[]}',
    ]
    service.model.play((request) => {
      const part = Number(/what you see is part (\d+)/i.exec(wire.textOf(request))?.[1])
      return answers(parts[Math.min(part, 3) - 1] as string)
    })
    const body = await jsonOf(
      service.gleaner.post('/v1/scrape', { url: service.testUrl('/long'), json_schema: schema, timeout_ms: 60_000 }),
    )
    expect(body.content).toEqual({
      ...{ plan: 'first', price: 2, contacts: [{ mail: 'a@example.com' }, { mail: 'b@example.com' }] },
    })
    expect(service.model.requests.length).toBeGreaterThanOrEqual(3)
    expect(body.credits_charged).toBe(6)
  })
})
