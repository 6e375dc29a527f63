import { describe, expect, it } from 'vitest'
import { type ErrorType, errorTable, ServiceError } from '../../../../src/base/errors.ts'
import { parseInput } from '../../../../src/contract/parse-input.ts'
import { adviceFor } from '../../../../src/interfaces/mcp/features/next-call.ts'
import { createRegistry, type RegisteredOperation } from '../../../../src/operations/registry.ts'

const { scrape, google_ads: googleAds } = createRegistry(['model-a', 'model-b'])
const url = 'https://example.com/'

/** The advice after a failure of scrape. */
function afterFailure(type: ErrorType, args: object): string {
  return adviceFor(new ServiceError(type, 'failed'), args as Record<string, unknown>, scrape)
}

/** The advice after input that the contract rejects. */
function afterRefusal(args: Record<string, unknown>, operation: RegisteredOperation = scrape): string {
  try {
    parseInput(operation, args)
  } catch (error) {
    return adviceFor(error as ServiceError, args, operation)
  }
  throw new Error('was not refused')
}

/** The arguments of a call as the advice lists them. */
function listed(call: object): string {
  return Object.entries(call)
    .map(([param, value]) => `${param}: ${JSON.stringify(value)}`)
    .join(', ')
}

describe('the next call', () => {
  it('is not looked for with more than 20 problems', () => {
    const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, i]))
    expect(afterRefusal({ url, ...unknown(20) })).toContain('Next call: scrape with url: ')
    expect(afterRefusal({ url, ...unknown(21) })).toBe('Retry unchanged: no.')
  })

  const cases: [ErrorType, object, object][] = [
    ['selector_not_matched', { url, css_selector: '.p' }, { url, css_selector: '.p', render_js: true }],
    ['selector_not_matched', { url, css_selector: '.p', render_js: true }, { url, render_js: true }],
    [
      'selector_not_matched',
      { url, css_selector: '.p', render_if_needed: true },
      { url, css_selector: '.p', render_js: true },
    ],
    ['browser_unavailable', { url, render_js: true, wait_for: '.p' }, { url }],
    [
      'browser_unavailable',
      { url, render_js: true, render_if_needed: true, wait_for: '.p' },
      { url, render_if_needed: true, wait_for: '.p' },
    ],
    ['target_timeout', { url }, { url, timeout_ms: 60000 }],
    ['target_timeout', { url, timeout_ms: '90000' }, { url, timeout_ms: 120000 }],
    ['browser_unavailable', { url, render_js: true }, { url }],
    ['model_not_configured', { url, prompt: 'p', model: 'model-a' }, { url }],
    ['model_failed', { url, prompt: 'p' }, { url }],
    ['unsupported_content_type', { url, output: 'clean_html' }, { url }],
    ['target_unreachable', { url }, { url }],
  ]
  it.each(cases)('after %s of %j is %s', (type, args, call) => {
    const retry = errorTable[type].retryable ? 'yes' : 'no'
    expect(afterFailure(type, args)).toBe(`Retry unchanged: ${retry}. Next call: scrape with ${listed(call)}.`)
  })

  const refusals: [Record<string, unknown>, object][] = [
    [{ url: 'example.com/a' }, { url: 'https://example.com/a' }],
    [{ url: '//example.com' }, { url: 'https://example.com' }],
    [{ url: 'example.com:8080/x' }, { url: 'https://example.com:8080/x' }],
    [
      { url, rendr_js: true },
      { url, render_js: true },
    ],
    [
      { url, cssSelector: 'main' },
      { url, css_selector: 'main' },
    ],
    [{ url, wait_ms: '#x' }, { url }],
    [
      { url, output: 'Markdown' },
      { url, output: 'markdown' },
    ],
    [
      { url, timeout_ms: 1, max_chars: 9_000_000 },
      { url, timeout_ms: 1000, max_chars: 1000000 },
    ],
    [{ url, model: 'model-a' }, { url }],
  ]
  it.each(refusals)('after the refusal of %j is %s', (args, call) => {
    expect(afterRefusal(args)).toBe(`Retry unchanged: no. Next call: scrape with ${listed(call)}.`)
    expect(() => parseInput(scrape, call as Record<string, unknown>)).not.toThrow()
  })

  it('repeats no header and no cookie, wherever it was given', () => {
    const given = { headers: { Authorization: 'Bearer canary' }, cookies: { session: 'canary' } }
    const same = 'Next call: scrape with url: "https://example.com/", headers as before, cookies as before'
    expect(afterFailure('target_unreachable', { url, ...given })).toBe(`Retry unchanged: yes. ${same}.`)
    expect(afterRefusal({ url, ...given, timeout_ms: 1 })).toContain(`${same}, timeout_ms: 1000.`)
    expect(afterRefusal({ url, header: given.headers })).toContain(
      'Next call: scrape with url: "https://example.com/", headers as before.',
    )
    expect(afterRefusal({ url, authorization: 'Bearer canary' })).not.toContain('canary')
  })

  it('names rules without their braces, and leaves out those that matched nothing in a browser either', () => {
    const given = { url, extract_rules: { title: 'h1' } }
    const advice = (args: Record<string, unknown>) =>
      adviceFor(new ServiceError('selector_not_matched', 'failed', { param: 'extract_rules' }), args, scrape)
    const next = 'Retry unchanged: no. Next call: scrape with url: "https://example.com/"'
    expect(advice(given)).toBe(`${next}, extract_rules as before, render_js: true.`)
    expect(advice({ ...given, render_js: true })).toBe(`${next}, render_js: true.`)
  })

  const unclear: [string, Record<string, unknown>][] = [
    ['a missing parameter', {}],
    ['a URL of another scheme', { url: 'ftp://example.com/' }],
    ['a URL that is one word', { url: 'example' }],
    ['an unknown output', { url, output: 'pdf' }],
    ['two problems, one of which only the caller can correct', { url: 'nowhere', timeout_ms: 1 }],
  ]
  it.each(unclear)('is missing for %s', (_, args) => {
    expect(afterRefusal(args)).toBe('Retry unchanged: no.')
  })

  it('states how long to wait', () => {
    const error = new ServiceError('rate_limited', 'Too many', { retryAfterS: 7 })
    expect(adviceFor(error, { query: 'q' }, googleAds)).toBe(
      'Retry unchanged: yes, after 7 s. Next call: google_ads with query: "q".',
    )
  })

  it('is described by its change when it is too long to repeat', () => {
    const long = { url: `https://example.com/${'x'.repeat(2000)}`, css_selector: '.p' }
    expect(afterFailure('selector_not_matched', long)).toBe(
      'Retry unchanged: no. Next call: the same with render_js: true.',
    )
    expect(afterFailure('internal', long)).toBe('Retry unchanged: yes. Next call: the same.')
    const prompted = { url, prompt: 'p'.repeat(9000) }
    expect(afterFailure('model_failed', { ...prompted, css_selector: 'x'.repeat(900) })).toBe(
      'Retry unchanged: yes. Next call: the same without prompt and without model.',
    )
  })

  it('never shows an API key', () => {
    const secret = `glnr_abc_${'s'.repeat(30)}`
    expect(afterFailure('internal', { url: `https://example.com/?key=${secret}` })).not.toContain('ssss')
  })

  it.each(Object.keys(errorTable) as ErrorType[])('after %s has at most 600 characters', (type) => {
    for (const args of [{}, { url: 'x'.repeat(10_000) }, { [`n${'a'.repeat(9000)}`]: 'v'.repeat(9000), output: 7 }]) {
      expect(afterFailure(type, args).length).toBeLessThanOrEqual(600)
    }
  })
})
