/** Parity cases of `content_tokens`. */

import { type ParityCase, scrape } from './parity-case.ts'

export const tokensCases: ParityCase[] = [
  scrape('the tokens of a text', { css_selector: 'h1' }, { result: { content: '# Parity', content_tokens: 2 } }),
  scrape(
    'the tokens of a list, as compact JSON',
    { output: 'emails' },
    { result: { content: ['Info@example.org', 'sales@example.com'], content_tokens: 11 } },
  ),
  scrape('the tokens of nothing', { exclude_selector: 'body' }, { result: { content: '', content_tokens: 0 } }),
  scrape(
    'the tokens of a first piece',
    { css_selector: 'h1, pre', max_chars: 10 },
    { result: { content: '# Parity\n', content_tokens: 3 } },
  ),
]
