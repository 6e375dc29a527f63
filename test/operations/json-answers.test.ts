import { describe, expect, it } from 'vitest'
import { answers } from '../model/scripted-model.ts'
import { typesOf } from '../service.ts'
import { codesOf, usePromptService } from './prompt-service.ts'

const service = usePromptService()

describe('an answer as JSON', () => {
  it('is returned without a code fence', async () => {
    const body = await service.answered([answers('```json\n{"price": 12.5}\n```')], 'Give the price as JSON')
    expect(body.content).toBe('{"price":12.5}')
  })

  it('is corrected by a second request if it is invalid', async () => {
    const body = await service.answered(
      [answers('The price is unknown'), answers('{"price": null, "color": null}')],
      'What does it cost, and which color is it? Answer as JSON.',
    )
    expect(body).toMatchObject({
      content: '{"price":null,"color":null}',
      usage: { input_tokens: 50, output_tokens: 30 },
    })
    expect(service.model.requests[1]?.body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(service.model.requests[1]?.body.messages[2]?.content).toContain('JSON')
  })

  it('is model_failed if it is invalid twice, and charged like any prompt', async () => {
    const body = await service.answered([answers('Twelve euros')], 'Answer as JSON')
    expect(typesOf(body)).toEqual(['model_failed'])
    expect(body.credits_charged).toBe(5)
    expect(service.model.requests).toHaveLength(2)
  })

  it('does not cause an internal error if it is nested very deeply', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(typesOf(await service.answered([answers(nested(20_000))], 'Answer as JSON'))).toEqual(['model_failed'])
    expect((await service.answered([answers('[1]')], `Answer as JSON: ${nested(4900)}`)).content).toBe('[1]')
  })

  it('is accepted if it is valid after the length limit cut it off', async () => {
    const body = await service.answered(
      [answers('[{"a": 1}, {"a": 12.50}, {"a": 12', { stop: 'max_tokens' })],
      'List the prices as JSON',
    )
    expect(body.content).toBe('[{"a":1},{"a":12.5}]')
    expect(codesOf(body)).toContain('answer_cut')
  })
})
