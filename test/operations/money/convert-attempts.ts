/** Attempts with `POST /v1/convert`, which reads a document that the client sends. */

import { secret } from './attempt.ts'

export interface ConvertStep {
  body: string | Uint8Array
  parameters?: Readonly<Record<string, string>>
  type?: string
  /** Idempotency-Key. */
  name?: string
  other?: boolean
  charged: number
  shows: boolean
  fails?: string
  /** Scrapes this path of the origin by its URL instead of sending a document. */
  scrapes?: string
}

export interface ConvertAttempt {
  title: string
  steps: readonly ConvertStep[]
  credits?: number
}

const html = `<!doctype html><title>Towns</title><main><h1>Towns</h1>${`<p>${secret} is a small town by the river, with a market and a mill.</p>`.repeat(20)}</main>`
const signIn = `<!doctype html><title>Sign in</title><h1>Sign in to continue</h1><form action="/login"><input name="email"><input type="password" name="password"><button>Sign in</button></form><p>${secret}</p>`

const converted = (more: Partial<ConvertStep> = {}): ConvertStep => ({ body: html, charged: 1, shows: true, ...more })
const refused = (fails: string, more: Partial<ConvertStep> = {}): ConvertStep => ({
  ...{ body: html, charged: 0, shows: false, fails },
  ...more,
})

export const convertAttempts: readonly ConvertAttempt[] = [
  { title: 'a document', steps: [converted()] },
  { title: 'an empty document', steps: [refused('missing', { body: '' })] },
  { title: 'a document in pieces', steps: [refused('extra_forbidden', { parameters: { offset: '1' } }), converted()] },
  {
    title: 'a document twice',
    steps: [converted({ parameters: { max_chars: '300' } }), converted({ parameters: { max_chars: '300' } })],
  },
  {
    title: 'a selection without a match, then the rest',
    steps: [refused('selector_not_matched', { parameters: { css_selector: '.none' } }), converted()],
  },
  {
    title: 'an extra next to a selection without a match',
    steps: [refused('selector_not_matched', { parameters: { css_selector: '.none', extra_outputs: 'raw_html' } })],
  },
  {
    title: 'highlights, then the page at that URL',
    steps: [
      converted({ parameters: { url: '/page', highlights: 'market and mill' } }),
      { body: '', scrapes: '/page', parameters: { offset: '1' }, charged: 1, shows: true },
    ],
  },
  {
    title: 'a document kept for the page at that URL',
    steps: [
      converted({ parameters: { url: '/page' } }),
      { body: '', scrapes: '/page', parameters: { max_age_s: '60' }, charged: 1, shows: true },
    ],
  },
  {
    title: 'the same document under its name',
    steps: [converted({ name: 'a' }), { body: html, name: 'a', charged: 0, shows: true }],
  },
  {
    title: 'another document under a used name',
    steps: [converted({ name: 'a' }), refused('idempotency_mismatch', { name: 'a', body: signIn })],
  },
  {
    title: 'other parameters under a used name',
    steps: [
      converted({ name: 'a', parameters: { output: 'clean_html' } }),
      refused('idempotency_mismatch', { name: 'a' }),
    ],
  },
  {
    title: 'the name of a failed conversion',
    steps: [
      refused('selector_not_matched', { name: 'a', parameters: { css_selector: '.none' } }),
      converted({ name: 'a' }),
    ],
  },
  { title: "another key's name", steps: [converted({ name: 'a' }), converted({ name: 'a', other: true })] },
  {
    title: 'a broken document',
    steps: [refused('invalid_response', { body: `%PDF-1.7\n${secret}\n%%EOF`, type: 'application/pdf' })],
  },
  {
    title: 'a kind that is not read',
    steps: [
      refused('unsupported_content_type', {
        body: new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]),
        type: 'image/png',
      }),
    ],
  },
  { title: 'a document larger than the limit', steps: [refused('request_too_large', { body: html.repeat(300) })] },
  { title: 'a sign-in page', steps: [converted({ body: signIn })] },
  { title: 'a prompt', steps: [refused('extra_forbidden', { parameters: { prompt: 'Which town?' } })] },
  { title: 'the last credit', steps: [converted(), refused('insufficient_credits')], credits: 1 },
]
