import { describe, expect, it } from 'vitest'
import { answerPage, type PageAnswerRequest } from '../../src/model/answer-page.ts'
import { parseJsonAnswer } from '../../src/model/json/json-answer.ts'
import { type LanguageModel, type ModelRequest, modelFailed } from '../../src/model/model/language-model.ts'

type Reply = string | { text: string; isTruncated: boolean } | Error

/** A model that returns the replies in order, and records the requests it received. */
function scripted(replies: Reply[]): LanguageModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    requests,
    async generate(request) {
      requests.push(request)
      const reply = replies[requests.length - 1] ?? 'no reply left'
      if (reply instanceof Error) throw reply
      const { text, isTruncated } = typeof reply === 'string' ? { text: reply, isTruncated: false } : reply
      request.onText?.(text)
      return { text, isTruncated, model: 'm', usage: { inputTokens: 10, outputTokens: 1 } }
    },
  }
}

function requestOf(prompt: string, overrides: Partial<PageAnswerRequest> = {}): PageAnswerRequest {
  return {
    view: { properties: 'Title: T' },
    chosen: { parts: ['Text'], shareRead: 1, isStable: true },
    ...{ nonce: 'nonce-of-page', prompt, model: 'm', maxOutputTokens: 100, signal: new AbortController().signal },
    deadlineAt: performance.now() + 60_000,
    dataSchema: null,
    parseJson: parseJsonAnswer,
    progress() {},
    ...overrides,
  }
}

const inParts = (count: number) => ({
  chosen: { parts: Array.from({ length: count }, (_, at) => `Part ${at}`), shareRead: 1, isStable: true },
})

describe('a text answer', () => {
  it('is the model’s answer, trimmed and streamed', async () => {
    const pieces: string[] = []
    const model = scripted([' Five euros. '])
    const answer = await answerPage(requestOf('What?', { onText: (piece) => pieces.push(piece) }), model)
    const usage = { inputTokens: 10, outputTokens: 1 }
    expect(answer).toEqual({ content: 'Five euros.', model: 'm', usage, warnings: [] })
    expect(pieces).toEqual([' Five euros. '])
    expect(model.requests[0]).toMatchObject({
      page: '<page nonce-of-page>\nTitle: T\n\nText\n</page nonce-of-page>',
      schema: null,
    })
  })

  it('has a warning if the length limit cut it off', async () => {
    const { warnings } = await answerPage(requestOf('What?'), scripted([{ text: 'Five', isTruncated: true }]))
    expect(warnings.map(({ code }) => code)).toEqual(['answer_cut'])
  })

  it.each([
    [0.999, '99%'],
    [0.4, '40%'],
    [0.0001, '1%'],
  ])('based on a share of %d of the page reports that the model read %s', async (shareRead, percent) => {
    const chosen = { parts: ['Text'], shareRead, isStable: false }
    const { warnings } = await answerPage(requestOf('What?', { chosen }), scripted(['x']))
    expect(warnings).toMatchObject([{ code: 'input_truncated', message: expect.stringContaining(` ${percent} `) }])
  })
})

describe('a JSON answer', () => {
  const prompt = 'Answer as JSON like {"price": 1}'

  it('is compact and not streamed', async () => {
    const pieces: string[] = []
    const model = scripted(['```json\n{ "price": 5 }\n```'])
    const { content } = await answerPage(requestOf(prompt, { onText: (piece) => pieces.push(piece) }), model)
    expect([content, pieces]).toEqual(['{"price":5}', []])
  })

  it('is corrected by a second request if it is invalid', async () => {
    const model = scripted(['Five.', '{"price": 5}'])
    expect(await answerPage(requestOf(prompt), model)).toMatchObject({
      content: '{"price":5}',
      usage: { inputTokens: 20 },
    })
    expect(model.requests[1]?.correction).toEqual({
      answer: 'Five.',
      problem: expect.stringContaining('It is not valid JSON'),
    })
  })

  it('is model_failed if it is invalid twice', async () => {
    await expect(answerPage(requestOf(prompt), scripted(['Five.', 'Five!']))).rejects.toMatchObject({
      type: 'model_failed',
      message: expect.stringContaining('did not return the requested JSON'),
    })
  })
})

describe('the answers for parts', () => {
  it('are merged by another request with another nonce', async () => {
    const model = scripted(['One nonce-of-page', 'Two', 'NOTHING.', 'One and two'])
    const { content } = await answerPage(requestOf('List all', inParts(3)), model)
    expect(content).toBe('One and two')
    const { page, system, cachesPage } = model.requests[3] as ModelRequest
    expect(page).toContain('[Answer from part 1]\nOne nonce-of-page\n\n[Answer from part 2]\nTwo\n')
    expect(page).not.toContain('<page nonce-of-page>')
    expect(system).not.toContain('nonce-of-page')
    expect(cachesPage).toBe(false)
  })

  it('are not merged if only one contributes', async () => {
    const model = scripted(['NOTHING', 'Two', ' NOTHING ', 'NOTHING.'])
    const { content } = await answerPage(requestOf('List all', inParts(4)), model)
    expect([content, model.requests.length]).toEqual(['Two', 4])
  })

  it('are concatenated if they exceed the length of one answer', async () => {
    const long = ['a'.repeat(200), 'b'.repeat(200)]
    const model = scripted(long)
    const { content } = await answerPage(requestOf('List all', inParts(2)), model)
    expect([content, model.requests.length]).toEqual([long.join('\n\n'), 2])
  })

  it('are merged without a request if they are JSON lists', async () => {
    const model = scripted(['[1, 2]', '[2, 3]'])
    const { content } = await answerPage(requestOf('List all as JSON', inParts(2)), model)
    expect([content, model.requests.length]).toEqual(['[1,2,3]', 2])
  })

  it('are requested up to four at a time, and the first failure aborts the others', async () => {
    const model = scripted([modelFailed('broken')])
    let inFlight = 0
    let most = 0
    const signals: AbortSignal[] = []
    const slow: LanguageModel = {
      async generate(request) {
        signals.push(request.signal)
        most = Math.max(most, ++inFlight)
        if (signals.length === 4) return model.generate(request)
        return new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        })
      },
    }
    await expect(answerPage(requestOf('List all', inParts(9)), slow)).rejects.toThrow('broken')
    expect([most, signals.length]).toEqual([4, 4])
    for (const signal of signals) expect(signal.aborted).toBe(true)
  })
})
