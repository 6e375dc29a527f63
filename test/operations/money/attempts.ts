/** The attempts as data. A step that shows content for 0 credits names the rule that allows it. */

import { answers, fails, hangs } from '../../model/scripted-model.ts'
import { type Attempt, attempt, bare, free, paid, refused, secret } from './attempt.ts'
import { frameAttempts } from './frame-attempts.ts'
import { softFailureAttempts } from './soft-failure-attempts.ts'

const isStored = 'reading on from a stored result, which was paid for'
const isKept = 'a page that this key has paid for and that max_age_s reuses'
const isTargetStatus = 'the target answered 4xx or 5xx'
const isRepeated = 'the response of a paid request, for its Idempotency-Key'

/** Matches nothing on any page. */
const nothing = { css_selector: '.none' }
const unhelpful = { 'x-should-retry': 'false' }
const answered = answers(`The town of ${secret} has a market.`)
const anyObject = { json_schema: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } }

const readingOn: readonly Attempt[] = [
  attempt('a piece, then the rest', paid('/page', { max_chars: 500 }), free(isStored, '/page', { offset: 500 })),
  attempt('the rest without the first piece', paid('/page', { offset: 500 })),
  attempt('the smallest piece first', bare('/page', { max_chars: 1 }), free(isStored, '/page', { offset: 1 })),
  attempt(
    'an offset past the end, then back',
    bare('/page', { offset: 900_000 }),
    free(isStored, '/page', { offset: 1 }),
    paid('/page'),
  ),
  attempt(
    'the rest after a first call that failed',
    refused('selector_not_matched', '/page', nothing),
    refused('selector_not_matched', '/page', { ...nothing, offset: 1 }),
    paid('/page', { offset: 1 }),
  ),
  attempt('the rest of another output', paid('/page', { output: 'links' }), paid('/page', { offset: 1 })),
  attempt('the rest of the whole body', paid('/page'), paid('/page', { main_content: false, offset: 1 })),
  attempt('the rest of a part', paid('/page', { css_selector: 'h2, p' }), paid('/page', { offset: 1 })),
  attempt("another key's result", paid('/page'), paid('/page', { offset: 1 }, { other: true })),
  attempt('the rest of another URL', free(isTargetStatus, '/gone', { max_chars: 200 }), paid('/page', { offset: 1 })),
  attempt(
    'a 404 page in pieces',
    free(isTargetStatus, '/gone', { max_chars: 200 }),
    free(isTargetStatus, '/gone', { offset: 200 }),
  ),
  { ...attempt('with the last credit', paid('/page'), free(isStored, '/page', { offset: 1 })), credits: 1 },
  {
    ...attempt('without credits', paid('/page'), refused('insufficient_credits', '/page')),
    credits: 1,
  },
]

const highlights: readonly Attempt[] = [
  attempt(
    'highlights, then the page from offset 1',
    paid('/page', { highlights: 'market and mill' }),
    free(isStored, '/page', { offset: 1 }),
  ),
  attempt(
    'highlights without a match, then the page',
    bare('/page', { highlights: 'xylophone quartz' }),
    free(isStored, '/page', { offset: 1 }),
  ),
  attempt(
    'highlights of a selection without a match, then the page',
    refused('selector_not_matched', '/page', { highlights: 'market', ...nothing }),
    paid('/page', { offset: 1 }),
  ),
  attempt('highlights twice', paid('/page', { highlights: 'market' }), paid('/page', { highlights: 'school' })),
]

const extras: readonly Attempt[] = [
  attempt(
    'another output of the same fetch, in pieces',
    paid('/page', { extra_outputs: ['clean_html'], max_chars: 2000 }),
    free(isStored, '/page', { offset: 2000 }),
    paid('/page', { output: 'clean_html', offset: 1 }),
  ),
  attempt(
    'an extra next to a selection without a match',
    refused('selector_not_matched', '/page', { ...nothing, extra_outputs: ['html_head_metadata_json', 'emails'] }),
  ),
  attempt(
    'everything excluded',
    refused('selector_not_matched', '/page', { css_selector: 'main', exclude_selector: 'body' }),
  ),
  attempt(
    'fields without a match',
    refused('selector_not_matched', '/page', { extract_rules: { town: '.none' } }),
    paid('/page', { extract_rules: { town: 'p', none: '.none' } }),
  ),
  attempt('an output that the medium lacks', refused('unsupported_content_type', '/json', { output: 'images' })),
  attempt('a medium that is not read', refused('unsupported_content_type', '/image')),
  attempt('a parameter that does not exist', refused('extra_forbidden', '/page', { colour: 'red' })),
  attempt('too many outputs', refused('value_error', '/page', { extra_outputs: ['markdown'] })),
]

const keptPages: readonly Attempt[] = [
  attempt(
    'a kept page in other outputs',
    paid('/page', { max_age_s: 60 }),
    free(isKept, '/page', { max_age_s: 60, output: 'links' }),
    free(isKept, '/page', { max_age_s: 60, extra_outputs: ['raw_html'] }),
    refused('selector_not_matched', '/page', { max_age_s: 60, ...nothing }),
    paid('/page', { max_age_s: 0 }),
  ),
  attempt('a page of a request without max_age_s', paid('/page'), free(isKept, '/page', { max_age_s: 60 })),
  attempt(
    'a page whose first request failed',
    refused('selector_not_matched', '/page', { max_age_s: 60, ...nothing }),
    paid('/page', { max_age_s: 60 }),
  ),
  attempt(
    'a page of an unpaid prompt',
    refused(
      'model_failed',
      '/page',
      { prompt: 'Towns?', max_age_s: 60 },
      { replies: [fails(500, 'api_error', unhelpful)] },
    ),
    paid('/page', { max_age_s: 60 }),
  ),
  attempt("another key's page", paid('/page', { max_age_s: 60 }), paid('/page', { max_age_s: 60 }, { other: true })),
  attempt('a page that must not be kept', paid('/no-store', { max_age_s: 60 }), paid('/no-store', { max_age_s: 60 })),
  attempt(
    'a page in another language',
    paid('/page', { max_age_s: 60 }),
    paid('/page', { max_age_s: 60, locale: 'de' }),
  ),
  attempt(
    'a page requested with headers',
    paid('/page', { max_age_s: 60, headers: { 'x-token': 'a' } }),
    paid('/page', { max_age_s: 60, headers: { 'x-token': 'a' } }),
    paid('/page', { max_age_s: 60 }),
  ),
  attempt('two requests at once', paid('/page', { max_age_s: 60 }, { times: 2, charged: 2 })),
  attempt(
    'a prompt about a kept page',
    paid('/page', { max_age_s: 60 }),
    paid('/page', { max_age_s: 60, prompt: 'Which town?' }, { charged: 5, replies: [answered] }),
  ),
]

const models: readonly Attempt[] = [
  attempt('a prompt', paid('/page', { prompt: 'Which town?' }, { charged: 6, replies: [answered] })),
  attempt(
    'a prompt that the model refuses',
    refused(
      'model_failed',
      '/page',
      { prompt: 'Which town?' },
      { charged: 5, replies: [answers(secret, { stop: 'refusal' })] },
    ),
  ),
  attempt(
    'a schema that no answer satisfies',
    refused('model_failed', '/page', anyObject, { charged: 5, replies: [answers(`{"country":"${secret}"}`)] }),
  ),
  attempt(
    'a prompt about a 404 page',
    free(isTargetStatus, '/gone', { prompt: 'Which town?' }, { replies: [answered] }),
  ),
  attempt(
    'a prompt about a selection without a match',
    refused('selector_not_matched', '/page', { prompt: 'Which town?', ...nothing }, { replies: [answered] }),
  ),
  attempt(
    'leaving while the model answers, then reading on',
    bare('/page', { prompt: 'Which town?' }, { charged: 5, leaves: 'model', replies: [hangs(secret)] }),
    paid('/page', { prompt: 'Which town?', offset: 1 }, { charged: 6, replies: [answered] }),
  ),
  attempt(
    'a prompt, then the page from offset 1',
    paid('/page', { prompt: 'Which town?' }, { charged: 6, replies: [answered] }),
    paid('/page', { offset: 1 }),
  ),
]

const names: readonly Attempt[] = [
  attempt(
    'the same request under its name',
    paid('/page', {}, { name: 'a' }),
    free(isRepeated, '/page', {}, { name: 'a' }),
    free(isRepeated, '/page', {}, { name: 'a', byGet: true }),
  ),
  attempt(
    'other parameters under a used name',
    paid('/page', { output: 'emails' }, { name: 'a' }),
    refused('idempotency_mismatch', '/page', {}, { name: 'a' }),
    refused('idempotency_mismatch', '/page', { max_chars: 500 }, { name: 'a' }),
  ),
  attempt(
    'another URL under a used name',
    paid('/page', {}, { name: 'a' }),
    refused('idempotency_mismatch', '/no-store', {}, { name: 'a' }),
  ),
  attempt("another key's name", paid('/page', {}, { name: 'a' }), paid('/page', {}, { name: 'a', other: true })),
  attempt('no name after a name', paid('/page', {}, { name: 'a' }), paid('/page', {}, { name: 'b' }), paid('/page')),
  attempt(
    'the name of a free request',
    free(isTargetStatus, '/gone', {}, { name: 'a' }),
    paid('/page', {}, { name: 'a' }),
  ),
  attempt(
    'the name of a failed request',
    refused('selector_not_matched', '/page', nothing, { name: 'a' }),
    paid('/page', {}, { name: 'a' }),
  ),
  attempt(
    'the name of a piece that was free',
    paid('/page', { max_chars: 500 }),
    free(isStored, '/page', { offset: 500 }, { name: 'a' }),
    paid('/no-store', {}, { name: 'a' }),
  ),
  attempt('two requests under one name', paid('/page', {}, { name: 'a', times: 2, charged: 1 })),
  attempt(
    'a name whose response is not kept',
    paid('/page', { headers: { 'x-token': 'a' } }, { name: 'a' }),
    refused('idempotency_not_kept', '/page', { headers: { 'x-token': 'a' } }, { name: 'a' }),
  ),
  attempt(
    'the name of a refused prompt',
    refused(
      'model_failed',
      '/page',
      { prompt: 'Towns?' },
      { name: 'a', charged: 5, replies: [answers('', { stop: 'refusal' })] },
    ),
    refused('idempotency_not_kept', '/page', { prompt: 'Towns?' }, { name: 'a', replies: [answered] }),
  ),
]

const targets: readonly Attempt[] = [
  attempt('a target of 500', free(isTargetStatus, '/broken-target')),
  attempt('no content', bare('/empty')),
  attempt('a part of the page', paid('/part')),
  attempt('a redirect to nowhere', paid('/no-location')),
  attempt('the bodies of endless redirects', refused('too_many_redirects', '/loop')),
  attempt('a page that refreshes forever', paid('/refresh-loop')),
  attempt('a broken connection', refused('invalid_response', '/cut')),
  attempt('a page larger than the limit', refused('response_too_large', '/large')),
  attempt('a challenge page', refused('target_blocked', '/challenge')),
  attempt('a page that never arrives', refused('target_timeout', '/never', { timeout_ms: 1000 })),
  attempt('half a page at the deadline', refused('target_timeout', '/unfinished', { timeout_ms: 1000 })),
  attempt('a whole page at the deadline', paid('/unclosed', { timeout_ms: 6000 })),
  attempt('leaving before the page', bare('/never', {}, { charged: 0, leaves: 'page' })),
  { ...attempt('more requests than credits', paid('/page', {}, { times: 5, charged: 2 })), credits: 2 },
  attempt(
    'a browser that is missing',
    refused('browser_unavailable', '/page', { render_js: true }),
    refused('browser_unavailable', '/page', { render_js: true, offset: 1 }),
    paid('/page', { offset: 1 }),
  ),
  attempt('a shell without a browser', paid('/shell', { render_if_needed: true })),
  attempt('an explanation, then the page', paid('/page', {}, { explains: true }), paid('/page', { offset: 1 })),
  attempt('an explanation of a kept page', paid('/page', { max_age_s: 60 }), paid('/page', {}, { explains: true })),
  attempt(
    'markdown alone',
    paid('/page', { max_chars: 200 }, { headers: { accept: 'text/markdown' }, byGet: true }),
    free(isStored, '/page', { offset: 200 }, { headers: { accept: 'text/markdown' }, byGet: true }),
  ),
]

/** Sequences by subject. */
export const attempts: Readonly<Record<string, readonly Attempt[]>> = {
  'reading on': readingOn,
  highlights,
  'other outputs and selections': extras,
  'kept pages': keptPages,
  'language models': models,
  'Idempotency-Key': names,
  'targets and failures': targets,
  'soft failures': softFailureAttempts,
  frames: frameAttempts,
}
