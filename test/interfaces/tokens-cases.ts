/** Parity cases for `content_tokens` and `max_tokens`. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

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
  at(
    '/guide',
    'a first piece of 100 tokens',
    { result: { offset: 0, next_offset: 288, content_tokens: 92 } },
    { max_tokens: 100 },
  ),
  at(
    '/guide',
    'a later piece of 100 tokens',
    { result: { offset: 73, next_offset: 288, content_tokens: 75 } },
    { max_tokens: 100, offset: 73 },
  ),
  at(
    '/guide',
    'a piece within both limits',
    { result: { content: '# Guide\n\n' } },
    { max_tokens: 100, max_chars: 12 },
  ),
  at(
    '/guide',
    'highlights of 150 tokens',
    { result: { total_chars: 467, content_tokens: 133 } },
    { max_tokens: 150, highlights: 'In which step do you turn the wheel?' },
  ),
  at(
    '/guide',
    'highlights of more than 4,000 characters',
    { result: { total_chars: 4775, content_tokens: 1343 } },
    { max_tokens: 250_000, highlights: 'In which step do you turn the wheel?' },
  ),
  at('/guide', 'the whole page within the most tokens', { result: { next_offset: null } }, { max_tokens: 250_000 }),
  refused('fewer than 100 tokens', { max_tokens: 99 }, 'greater_than_equal'),
  refused('more than 250,000 tokens', { max_tokens: 250_001 }, 'less_than_equal'),
  refused('half a token', { max_tokens: 100.5 }, 'int_parsing'),
]
