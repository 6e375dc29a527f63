/** Attempts with pages that are, or only look like, soft failures. */

import { answers } from '../../model/scripted-model.ts'
import { type Attempt, attempt, bare, free, paid, secret } from './attempt.ts'

const isTargetStatus = 'the target answered 4xx or 5xx'
const anyHash = `sha256:${'0'.repeat(16)}`
const isSoftFailure = 'the target answered with something other than the page'

/** Matches nothing on any page. */
const nothing = { css_selector: '.none' }
const answered = answers(`The town of ${secret} has a market.`)

export const softFailureAttempts: readonly Attempt[] = [
  attempt('a sign-in page', free(isSoftFailure, '/orders')),
  attempt(
    'a sign-in page in pieces',
    bare('/orders', { max_chars: 20 }, { charged: 0 }),
    free(isSoftFailure, '/orders', { offset: 20 }),
  ),
  attempt('a selection of a sign-in page', free(isSoftFailure, '/orders', nothing)),
  attempt('fields of a sign-in page', bare('/orders', { extract_rules: { town: '.none' } }, { charged: 0 })),
  attempt(
    'data of a sign-in page',
    bare('/orders', { json_schema: { type: 'object' } }, { charged: 0, replies: [answered] }),
  ),
  attempt('fields of a 404 page', bare('/gone', { extract_rules: { town: 'p' } }, { charged: 0 })),
  attempt('a 404 page in quotes', free(isTargetStatus, '/gone', { quotes: [`${secret} number 1 is a small town`] })),
  attempt(
    'the hash of a 404 page',
    bare('/gone', { output: 'links', css_selector: 'h1', if_hash: anyHash }, { charged: 0 }),
  ),
  attempt(
    'a prompt about a sign-in page',
    free(isSoftFailure, '/orders', { prompt: 'Towns?' }, { replies: [answered] }),
  ),
  attempt(
    'a sign-in page that is not kept',
    free(isSoftFailure, '/orders', { max_age_s: 60 }),
    paid('/page', { max_age_s: 60 }),
  ),
  attempt(
    'the name of a sign-in page',
    free(isSoftFailure, '/orders', {}, { name: 'a' }),
    paid('/page', {}, { name: 'a' }),
  ),
  attempt('a page requested as a sign-in page', paid('/login')),
  attempt(
    'an article next to a sign-in form',
    paid('/article-behind-form'),
    paid('/article-behind-form', { css_selector: 'p' }),
  ),
  attempt('an article after a redirect to a sign-in URL', paid('/sign-in-article')),
  attempt('an article that a sign-in page hides', paid('/hidden-article', { output: 'raw_html' })),
  attempt('text that says 404', paid('/text')),
  attempt('JSON that asks to log in', paid('/json')),
]
