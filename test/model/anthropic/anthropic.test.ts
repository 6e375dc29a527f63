import { describe, expect, it } from 'vitest'
import { createAnthropic } from '../../../src/model/anthropic/anthropic.ts'
import { describeAdapter } from '../model/adapter-suite.ts'
import { answers, answersWhole, breaksOff, fails, failsInStream, hangs, sends } from '../scripted-model.ts'

const stops = { length: 'max_tokens', refusal: 'refusal', context: 'model_context_window_exceeded' }

const { model, generate } = describeAdapter({
  create: createAnthropic,
  model: 'claude-haiku-5-5',
  usage: { input_tokens: 100, cache_creation_input_tokens: 900, cache_read_input_tokens: 7, output_tokens: 42 },
  ...{ answers, answersWhole, fails, breaksOff, hangs, sends },
  failsForNow: (text) => failsInStream('overloaded_error', text),
  stopped: (text, by) => answers(text, { stop: stops[by] }),
  malformed: 'event: message_start\ndata: {"type":"message_st',
})

describe('a request to the Messages API', () => {
  it('contains the rules, the page with its cache mark and the task, without tools', async () => {
    await generate([answers('x')])
    const [request] = model().requests
    expect(request?.path).toBe('/v1/messages')
    expect(request?.body).toEqual({
      model: 'claude-haiku-5-5',
      max_tokens: 1000,
      stream: true,
      system: [{ type: 'text', text: 'Rules' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Page', cache_control: { type: 'ephemeral' } },
            { type: 'text', text: 'What?' },
          ],
        },
      ],
    })
  })

  it('uses output_config for a schema, and omits it if the service refuses the schema', async () => {
    const schema = { type: 'object', properties: {}, additionalProperties: false }
    await generate([answers('{}')], { schema })
    expect(model().requests[0]?.body.output_config).toEqual({ format: { type: 'json_schema', schema } })
    expect(await generate([fails(400, 'invalid_request_error'), answers('{}')], { schema })).toMatchObject({
      text: '{}',
    })
    expect(model().requests.map(({ body }) => 'output_config' in body)).toEqual([true, false])
  })
})

describe('a schema with additional properties', () => {
  const priceOf = (prices: object) => ({ type: 'object', properties: { prices }, additionalProperties: false })
  it.each([
    { type: 'object', additionalProperties: { type: 'number' } },
    { type: 'object' },
    { type: 'array', items: { type: 'object', properties: {} } },
  ])('is not enforced by the service: %j', async (prices) => {
    expect(await generate([answers('{"prices":{"basic":1}}')], { schema: priceOf(prices) })).toMatchObject({
      isTruncated: false,
    })
    expect(model().requests[0]?.body).not.toHaveProperty('output_config')
  })
})
