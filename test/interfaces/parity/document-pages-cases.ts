/** Parity cases of `document_pages`, `page_count` and `page`. */

import { at, type ParityCase, refused, scrape } from '../parity-case.ts'

const found = (pages: string, parts: Record<string, unknown>, input: ParityCase['input'] = {}) =>
  at(
    '/pages.pdf',
    `pages ${pages} of a PDF ${JSON.stringify(input)}`,
    { result: { page_count: 4, ...parts } },
    {
      document_pages: pages,
      ...input,
    },
  )

const malformed = ['0', '3-1', '1-', '-3', '1,,2', '1-2-3', 'a', '1.5', ' ', '0-2', '1 2']

export const documentPagesCases: ParityCase[] = [
  found('3', { content: '<!-- page 3 -->\n\n# Part 3\n\nThe oak of page 3 is old.' }),
  found('4,1-1', {
    content: '# Part 1\n\nThe oak of page 1 is old.\n\n<!-- page 4 -->\n\n# Part 4\n\nThe oak of page 4 is old.',
  }),
  found(
    '2-99',
    { total_chars: 184, next_offset: 17, outline: [2, 3, 4].map((page) => ({ text: `Part ${page}`, page })) },
    { max_chars: 20 },
  ),
  found('2-3', { outline: null, offset: 18 }, { offset: 18 }),
  found('2-3', { highlights: [{ heading: 'Part 3', page: 3 }] }, { highlights: 'old oak of page 3', max_chars: 50 }),
  found(
    '2',
    { content: ['https://two.example/'].map((url) => ({ url, text: 'Part 2', internal: false })) },
    { output: 'links' },
  ),
  found('1', { credits_charged: 6, content: 'An article about parity.' }, { prompt: 'What is this document about?' }),
  at('/pages.pdf', 'all pages of a PDF', { result: { page_count: 4 } }),
  at(
    '/pages.pdf',
    'pages that a PDF does not have',
    { error: 'selector_not_matched', status: 422 },
    { document_pages: '5-7,9' },
  ),
  scrape('pages of an HTML page', { document_pages: '7' }, { result: { page_count: null, title: 'An article' } }),
  ...malformed.map((pages) => refused(`document_pages ${pages}`, { document_pages: pages }, 'value_error')),
  refused('empty document_pages', { document_pages: '' }, 'string_too_short'),
  refused('document_pages that are too long', { document_pages: '1,'.repeat(50).concat('1') }, 'string_too_long'),
]
