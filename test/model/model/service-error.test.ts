import { APIConnectionError, APIError } from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { type ApiError, IncompleteStreamError, toServiceError } from '../../../src/model/model/service-model.ts'

const apiError = (status: number | undefined, headers: Record<string, string> = {}, type = 'api_error') =>
  APIError.generate(status, { type: 'error', error: { type, message: 'secret' } }, 'secret', new Headers(headers))

const errorOf = (error: unknown) => toServiceError(error, (one): one is ApiError => one instanceof APIError)

describe('the delay before a retry', () => {
  it.each([
    ['retry-after-ms', { 'retry-after-ms': '250', 'retry-after': '60' }, 250],
    ['retry-after in seconds', { 'retry-after': '1.5' }, 1500],
    ['no header', {}, 'backoff'],
    ['a date in the past', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'backoff'],
    ['a header that is neither', { 'retry-after': 'soon' }, 'backoff'],
  ])('after 429 follows %s', (_, headers, delay) => {
    expect(errorOf(apiError(429, headers)).failure.retryDelayMs).toBe(delay)
  })

  it('after 429 follows a date in the future', () => {
    const date = new Date(Date.now() + 100_000).toUTCString()
    const delay = errorOf(apiError(429, { 'retry-after': date })).failure.retryDelayMs
    expect(delay).toBeGreaterThan(90_000)
    expect(delay).toBeLessThanOrEqual(100_000)
  })

  it.each([400, 401, 403, 404, 413, 422])('is null after %i', (status) => {
    expect(errorOf(apiError(status)).failure.retryDelayMs).toBeNull()
  })

  it.each([408, 409, 500, 503, 529])('is a backoff after %i', (status) => {
    expect(errorOf(apiError(status)).failure.retryDelayMs).toBe('backoff')
  })

  it('follows x-should-retry rather than the status', () => {
    expect(errorOf(apiError(500, { 'x-should-retry': 'false' })).failure.retryDelayMs).toBeNull()
    expect(errorOf(apiError(400, { 'x-should-retry': 'true' })).failure.retryDelayMs).toBe('backoff')
  })
})

describe('an error within a stream', () => {
  const streamError = (type: string, message = 'secret') =>
    new APIError(undefined, { type: 'error', error: { type, message } }, message, undefined, type as never)

  it.each(['invalid_request_error', 'authentication_error', 'permission_error', 'not_found_error'])(
    'is final if it is %s',
    (type) => expect(errorOf(streamError(type)).failure.retryDelayMs).toBeNull(),
  )

  it.each(['overloaded_error', 'api_error', 'rate_limit_error'])('is retried if it is %s', (type) => {
    expect(errorOf(streamError(type)).failure.retryDelayMs).toBe('backoff')
  })

  it('that says that the context is too long is final, and has the message for it', () => {
    const { message, failure } = errorOf(streamError('api_error', 'maximum context length'))
    expect([message, failure.retryDelayMs]).toEqual([expect.stringContaining('longer than the language model'), null])
  })
})

describe('the kind of an error', () => {
  it.each([
    [new APIConnectionError({ message: 'secret' }), 'connection'],
    [new IncompleteStreamError(), 'cut'],
    [new SyntaxError('secret'), 'malformed'],
    [new TypeError('secret'), 'connection'],
    [apiError(429, {}, 'rate_limit_error'), 'rate_limit_error'],
    [apiError(400, {}, 'Secret with spaces'), 'api_error'],
  ])('for %o is %s, and its message quotes nothing', (error, kind) => {
    const serviceError = errorOf(error)
    expect(serviceError.failure.kind).toBe(kind)
    expect(serviceError.message).not.toMatch(/secret/i)
  })
})
