import { describe, expect, it } from 'vitest'
import {
  answerTask,
  correctionTask,
  createNonce,
  fencePage,
  mergeTask,
  partAnswersText,
  systemPrompt,
} from '../../src/model/instructions.ts'

const prompt = 'What does it cost?'
const whole = { prompt, isJson: false, part: null, shareRead: 1 }

describe('the fence', () => {
  it('has a fresh nonce of 96 bits', () => {
    const nonces = Array.from({ length: 50 }, () => createNonce({ properties: '', text: '' }))
    expect(new Set(nonces).size).toBe(50)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{24}$/)
  })

  it('has the same nonce for the same page and secret, and a different one otherwise', () => {
    const page = { properties: 'Title: T', text: 'Text' }
    const nonce = createNonce(page, 'a secret')
    expect(nonce).toMatch(/^[0-9a-f]{24}$/)
    expect(createNonce({ ...page }, 'a secret')).toBe(nonce)
    const others = [
      ...[{ text: `Text ${nonce}` }, { text: 'text' }, { properties: 'Title: T\n' }].map((one) => ({
        ...page,
        ...one,
      })),
      { properties: 'Title: TText', text: '' },
    ].map((one) => createNonce(one, 'a secret'))
    expect(new Set([nonce, ...others, createNonce(page, 'another')]).size).toBe(6)
  })

  it('contains the properties and the page, and the system prompt names its marker', () => {
    expect(fencePage('abc', { properties: 'Title: T' }, 'Text')).toBe('<page abc>\nTitle: T\n\nText\n</page abc>')
    expect(systemPrompt('abc')).toContain('the text between <page abc> and </page abc>')
  })
})

describe('the task', () => {
  it('is only the prompt for a page that is read in full', () => {
    expect(answerTask(whole)).toBe(`Request:\n${prompt}`)
  })

  it('states that only extracts of a page are shown', () => {
    expect(answerTask({ ...whole, shareRead: 0.4 })).toContain('only the parts that are relevant to the request')
  })

  it('names the part, and how to answer if it contributes nothing', () => {
    const part = { number: 2, of: 5 }
    expect(answerTask({ ...whole, part })).toMatch(/part 2 of 5[\s\S]*the single word NOTHING/)
    expect(answerTask({ ...whole, part, isJson: true })).toMatch(/part 2 of 5[\s\S]*null or an empty list/)
  })

  it.each([answerTask({ ...whole, isJson: true }), mergeTask({ prompt, isJson: true })])(
    'asks for JSON only: %j',
    (task) => expect(task).toMatch(/^Request:\nWhat does it cost\?[\s\S]*Answer with JSON only/),
  )

  it('contains the problem for a correction', () => {
    expect(correctionTask('It is not valid JSON')).toMatch(/^This answer can't be used\. It is not valid JSON\. /)
  })
})

it('the answers for parts are numbered from 1', () => {
  expect(partAnswersText(['a', 'b'])).toBe('[Answer from part 1]\na\n\n[Answer from part 2]\nb')
})
