/**
 * Parity cases for `max_age_s`. Interfaces with the same key share kept pages, so each case forces a fetch, with an age of 0 or a page that
 * isn't kept.
 */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

export const keptPageCases: ParityCase[] = [
  scrape('a page that is fetched and kept', { max_age_s: 0 }, { result: { from_cache: false, credits_charged: 1 } }),
  at(
    '/missing',
    'max_age_s with a 404, which is not kept',
    { result: { status_code: 404, from_cache: false, credits_charged: 0 } },
    { max_age_s: 3600 },
  ),
  scrape(
    'max_age_s with headers, whose answer is not kept',
    { max_age_s: 3600, headers: { 'x-token': 'canary' } },
    { result: { from_cache: false, credits_charged: 1 } },
  ),
  scrape(
    'max_age_s with an output, a selector and a language',
    { max_age_s: 0, output: 'links', css_selector: 'nav', locale: 'de-DE' },
    { result: { content: [{ text: 'Navigation' }], from_cache: false, credits_charged: 1 } },
  ),
  scrape(
    'max_age_s with a prompt',
    { max_age_s: 0, prompt: 'What is this page about?' },
    { result: { content: 'An article about parity.', from_cache: false, credits_charged: 6 } },
  ),
  refused('an age below 0', { max_age_s: -1 }, 'greater_than_equal'),
  refused('an age of more than a day', { max_age_s: 86_401 }, 'less_than_equal'),
  refused('an age that is not a whole number', { max_age_s: 1.5 }, 'int_parsing'),
]
