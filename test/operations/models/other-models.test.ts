import { describe, expect, it } from 'vitest'
import { answers, chatBody, fails } from '../../model/openai/chat-replies.ts'
import { testKey } from '../../model/scripted-model.ts'
import { jsonOf, openTestService, typesOf } from '../../service.ts'
import { chatSettings, codesOf, usePromptService } from '../prompt-service.ts'

const service = usePromptService(chatSettings)

describe('a prompt without an Anthropic key', () => {
  it("is answered by the first model of the other service, under that service's name", async () => {
    const body = await service.answered([answers('12.50 euros')], 'What does it cost?')
    expect(body).toMatchObject({
      ...{ content: '12.50 euros', model: 'openai/qwen3', usage: { input_tokens: 25, output_tokens: 15 } },
      ...{ credits_charged: 6, warnings: [] },
    })
    const [request] = service.model.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(chatBody(request as never).model).toBe('qwen3')
    expect(chatBody(request as never).messages[1]?.content).toContain('The basic plan costs 12.50 euros')
  })

  it('is answered by the model that is named', async () => {
    const body = await service.answered([answers('99 dollars')], 'What?', { model: 'openai/llama' })
    expect([body.model, codesOf(body)]).toEqual(['openai/llama', ['ungrounded']])
    expect(service.model.requests[0]?.body.model).toBe('llama')
  })

  it('returns JSON that follows its schema', async () => {
    const schema = '{"type":"object","properties":{"price":{"type":"number"}},"required":["price"]}'
    const body = await service.answered([answers('{"price": 12.5}')], 'The monthly price', { json_schema: schema })
    expect(body.content).toEqual({ price: 12.5 })
    expect(chatBody(service.model.requests[0] as never).response_format).toMatchObject({
      json_schema: { strict: true, schema: { additionalProperties: false, required: ['price'] } },
    })
  })

  it('fails with model_not_configured for an Anthropic model, and names the variable', async () => {
    service.model.play([answers('never asked')])
    const fetched = service.origin.requests.length
    const body = await jsonOf(service.ask('What?', { model: 'claude-haiku-5-5' }))
    expect([...typesOf(body), body.credits_charged]).toEqual(['model_not_configured', 0])
    expect(JSON.stringify(body)).toContain('ANTHROPIC_API_KEY')
    expect([service.model.requests.length, service.origin.requests.length]).toEqual([0, fetched])
  })

  it('does not show the key if the service repeats it', async () => {
    const failure = fails(401, 'invalid_request_error', {}, `Incorrect API key provided: ${testKey}`)
    const body = await service.answered([failure], 'What?')
    expect([...typesOf(body), body.credits_charged]).toEqual(['model_failed', 0])
    expect(JSON.stringify(body)).not.toContain('NeverToBeSeen')
  })
})

describe('a model of the other service', () => {
  it('is model_not_configured if it is not set up, and the error names both variables', async () => {
    const bare = await openTestService({ ANTHROPIC_API_KEY: testKey, GLEANER_MODELS: 'openai/qwen3' })
    const body = await jsonOf(
      bare.get('/v1/scrape', { url: service.testUrl(), prompt: 'What?', model: 'openai/qwen3' }),
    )
    await bare.close()
    expect(typesOf(body)).toEqual(['model_not_configured'])
    expect(JSON.stringify(body)).toMatch(/OPENAI_API_KEY.*OPENAI_BASE_URL/)
  })

  it('works together with Anthropic models, each through its own adapter', async () => {
    const mixed = await openTestService({
      ...{ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: service.model.url },
      ...{ OPENAI_BASE_URL: `${service.model.url}/v1`, GLEANER_MODELS: 'openai/qwen3' },
    })
    service.model.play([fails(400, 'invalid_request_error')])
    for (const model of ['claude-haiku-5-5', 'openai/qwen3']) {
      await mixed.get('/v1/scrape', { url: service.testUrl(), prompt: `What, ${model}?`, model })
    }
    await mixed.close()
    expect(service.model.requests.map(({ path }) => path)).toEqual(['/v1/messages', '/v1/chat/completions'])
    // One service's key is never sent to the other.
    expect(JSON.stringify(service.model.requests[1]?.headers)).not.toContain(testKey)
  })
})
