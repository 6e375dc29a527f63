import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, publicType } from '../../../../src/base/errors.ts'
import { stageNames } from '../../../../src/base/stages.ts'
import { warningMeanings } from '../../../../src/contract/warning.ts'
import { joinPieces, type Success } from '../../../../src/playground/session/requests/outcome.ts'
import { errorRemedies, errorRemedy, warningRemedies } from '../../../../src/playground/session/requests/remedies.ts'
import { readServerTiming, stageLabel } from '../../../../src/playground/session/requests/server-timing.ts'

describe('the time by stage', () => {
  it('is read in order, with what no stage accounts for', () => {
    const header = 'name;dur=3.1, connection;dur=10, first-byte;desc="a, b";dur=20.5, total;dur=50'
    expect(readServerTiming(header, 99)).toEqual({
      stages: [
        { name: 'name', ms: 3.1 },
        { name: 'connection', ms: 10 },
        { name: 'first-byte', ms: 20.5 },
        { name: 'other', ms: expect.closeTo(16.4) },
      ],
      totalMs: 50,
    })
  })

  it('is the measured time where the service does not tell it', () => {
    expect(readServerTiming(null, 42)).toEqual({ stages: [], totalMs: 42 })
    expect(readServerTiming('cache, broken;dur=x, less;dur=-1', 42)).toEqual({ stages: [], totalMs: 42 })
  })

  it('has words for every stage of the service', () => {
    for (const name of stageNames) expect(stageLabel(name)).not.toBe(name)
    expect(stageLabel('later')).toBe('later')
    expect(stageLabel('constructor')).toBe('constructor')
  })
})

describe('warnings and errors', () => {
  it('have plain words, every one of the contract', () => {
    for (const code of Object.keys(warningMeanings)) expect(warningRemedies[code], code).toBeDefined()
    // What is wrong with an input is said at its field, by the service.
    const ofInput = /^(string_|int_|float_|bool_|greater_|less_|enum|extra_|value_error)/
    const ofTheMachine = ['bad_request', 'not_found', 'method_not_allowed']
    for (const type of Object.keys(errorTable) as ErrorType[]) {
      if (ofInput.test(type) || ofTheMachine.includes(type)) continue
      expect(errorRemedies[publicType(type)], type).toBeDefined()
    }
  })

  it('lead to the field where an input is at fault', () => {
    expect(errorRemedy('greater_than_equal', 'max_chars').steps).toEqual([
      { does: 'focus', label: 'Go to the field', field: 'max_chars' },
    ])
    expect(errorRemedy('a_later_type', null)).toEqual({ title: 'The request failed' })
    expect(errorRemedy('constructor', null)).toEqual({ title: 'The request failed' })
  })

  it('offer a retry wherever the contract says that one may help', () => {
    for (const [type, { retryable }] of Object.entries(errorTable)) {
      const retries = errorRemedies[type]?.steps?.some(({ does }) => does === 'retry') ?? false
      expect(retries, type).toBe(retryable)
    }
  })
})

describe('reading on', () => {
  const piece = (content: unknown, next: number | null): Success => ({
    kind: 'success',
    sent: { operation: 'scrape', parameters: {} },
    body: { title: 'T', content, next_offset: next, credits_charged: next === 3 ? 1 : 0, content_tokens: 2 },
    timing: { stages: [], totalMs: 1 },
    bytes: 10,
    pieces: 1,
  })

  it.each([
    ['texts', 'abc', 'def', 'abcdef'],
    ['lists', [1], [2, 3], [1, 2, 3]],
    ['objects', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ])('joins %s', (_, before, next, whole) => {
    const joined = joinPieces(piece(before, 3), piece(next, null))
    expect(joined).toMatchObject({
      body: { title: 'T', content: whole, next_offset: null, credits_charged: 1, content_tokens: 4 },
      bytes: 20,
      pieces: 2,
    })
  })
})
