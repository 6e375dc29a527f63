import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/model/model/language-model.ts'
import { createOpenAi } from '../../../src/model/openai/openai.ts'
import { describeAdapter } from '../model/adapter-suite.ts'
import { testKey } from '../scripted-model.ts'
import {
  answers,
  answersWhole,
  breaksOff,
  chatBody,
  fails,
  failsInStream,
  hangs,
  refuses,
  sends,
} from './chat-replies.ts'

const { model, generate, request, failureOf } = describeAdapter({
  create: createOpenAi,
  model: 'openai/gpt-5.5-mini',
  usage: {
    ...{ prompt_tokens: 1007, completion_tokens: 42, total_tokens: 1049 },
    prompt_tokens_details: { cached_tokens: 7 },
  },
  ...{ answers, answersWhole, fails, breaksOff, hangs, sends },
  failsForNow: (text) => failsInStream('server_error', text),
  stopped: (text, by) =>
    ({
      length: answers(text, { stop: 'length' }),
      refusal: answers(text, { refusal: 'I can not help with that.' }),
      context: refuses(400, { code: 'context_length_exceeded' }),
    })[by],
  malformed: 'data: {"id":"chatcmpl',
})

const bodies = () => model().requests.map(chatBody)
const schema: JsonSchema = { type: 'object', properties: { price: { type: 'number' } } }
const strict = { ...schema, required: ['price'], additionalProperties: false }

describe('a chat completion', () => {
  it('is requested with the rules, the page and the task, without tools', async () => {
    await generate([answers('x')], { correction: { answer: ' ', problem: 'Again.' } })
    expect(model().requests[0]?.path).toBe('/chat/completions')
    expect(model().requests[0]?.headers.authorization).toBe(`Bearer ${testKey}`)
    expect(bodies()).toEqual([
      {
        model: 'gpt-5.5-mini',
        max_tokens: 1000,
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Rules' },
          { role: 'user', content: 'Page\n\nWhat?' },
          { role: 'assistant', content: '(nothing)' },
          { role: 'user', content: 'Again.' },
        ],
      },
    ])
  })

  it('needs no key if the service needs none', async () => {
    model().play([answers('x')])
    await createOpenAi({ apiKey: null, baseUrl: `${model().url}/v1`, fetch }).generate(request())
    expect(model().requests[0]).toMatchObject({ path: '/v1/chat/completions' })
    expect(model().requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('ignores OpenAI settings in the environment', async () => {
    process.env.OPENAI_ORG_ID = 'org-of-someone'
    process.env.OPENAI_PROJECT_ID = 'project-of-someone'
    try {
      await generate([answers('x')])
    } finally {
      delete process.env.OPENAI_ORG_ID
      delete process.env.OPENAI_PROJECT_ID
    }
    expect(JSON.stringify(model().requests[0]?.headers)).not.toContain('of-someone')
  })

  it('has the usage of the last chunk, or no usage if the service reports none', async () => {
    expect(await generate([answers('x', { usage: null })])).toMatchObject({ text: 'x', usage: null })
    expect(await generate([answersWhole('x', { usage: null })])).toMatchObject({ text: 'x', usage: null })
  })

  it('is a refusal if a filter or the model refuses, streamed or not', async () => {
    for (const reply of [answers('I', { stop: 'content_filter' }), answersWhole('', { refusal: 'No.' })]) {
      expect((await failureOf([reply])).message).toContain('refused')
    }
  })

  it('is requested only once if too long, as recognized by error code or wording', async () => {
    for (const error of [
      { code: 'context_length_exceeded' },
      {
        type: 'BadRequestError',
        message: "'max_tokens' is too large. This model's maximum context length is 8192 tokens.",
      },
      { type: 'exceed_context_size_error', message: 'the request exceeds the available context size' },
    ]) {
      const failure = await failureOf([refuses(400, error)], { schema: { type: 'object' } })
      expect(failure.message).toContain('longer than the language model can read')
      expect(model().requests).toHaveLength(1)
    }
  })

  it('is not retried if the account has no money left', async () => {
    const error = await failureOf([refuses(429, { type: 'insufficient_quota', code: 'insufficient_quota' })])
    expect(error.message).toContain('account')
    expect(model().requests).toHaveLength(1)
  })
})

describe('an answer for a schema', () => {
  it('is enforced by a service that can do so', async () => {
    await generate([answers('{"price":1}')], { schema })
    expect(bodies()[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: strict },
    })
  })

  it("is not enforced strictly if strict outputs can't express the schema", async () => {
    const open = { type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'number' }] } } }
    await generate([answers('{}')], { schema: open })
    expect(bodies()[0]?.response_format?.json_schema).toEqual({ name: 'answer', strict: false, schema: open })
  })

  it('falls back to any JSON, then to words, if the service refuses more', async () => {
    const refused = refuses(400, { param: 'response_format' })
    expect(await generate([refused, refused, answers('{"price":1}')], { schema })).toMatchObject({
      text: '{"price":1}',
    })
    const formats = bodies().map(({ response_format }) => response_format?.type)
    expect(formats).toEqual(['json_schema', 'json_object', undefined])
  })

  it('is model_failed after one call for each format if the service accepts none of them', async () => {
    expect((await failureOf([refuses(400, {})], { schema })).message).toContain('did not accept')
    expect(model().requests).toHaveLength(3)
  })
})

describe('a service that refuses a parameter', () => {
  it('is called without it', async () => {
    const newer = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    await generate([
      refuses(400, { param: 'max_tokens', message: newer }),
      refuses(422, { message: 'stream_options: Extra inputs are not permitted' }),
      answers('x', { usage: null }),
    ])
    const asked = bodies().map((body) =>
      ['max_tokens', 'max_completion_tokens', 'stream_options'].filter((p) => p in body),
    )
    expect(asked).toEqual([
      ['max_tokens', 'stream_options'],
      ['max_completion_tokens', 'stream_options'],
      ['max_completion_tokens'],
    ])
  })

  it('is not called forever, but fails with model_failed if it refuses both names of the length limit', async () => {
    const refused = refuses(400, { message: 'neither max_tokens nor max_completion_tokens' })
    expect((await failureOf([refused])).type).toBe('model_failed')
    expect(model().requests).toHaveLength(2)
  })
})
