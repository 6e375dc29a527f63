/** Parity cases for the output `text`. */

import { at, type ParityCase, refused } from '../parity-case.ts'

const output = 'text'
const sections = 'h1, h2, h1 + p, h2 + p, ul, table, pre'
const words =
  'Guide\nRead this first.\nInstall\nRun the installer, then restart.\nUsage\nOne\nTwo, then more\nA\tB\n1\t2\nlet a = 1'

export const textCases: ParityCase[] = [
  at(
    '/guide',
    'text without markup',
    {
      result: {
        ...{ output, outline: null, fragment_offset: null, credits_charged: 1 },
        ...{ content: words, total_chars: words.length, content_tokens: 37 },
      },
    },
    { output, css_selector: sections },
  ),
  at(
    '/guide',
    'a first piece of text',
    { result: { content: 'Guide\n\n', next_offset: 7 } },
    { output, max_chars: 12 },
  ),
  at(
    '/guide',
    'a later piece of text',
    { result: { content: 'Read this first.\n\n', offset: 7, next_offset: 25 } },
    { output, max_chars: 20, offset: 7 },
  ),
  at(
    '/guide',
    'text of a selector',
    { result: { content: 'A\tB\n1\t2', total_chars: 7 } },
    { output, css_selector: 'table' },
  ),
  at(
    '/guide',
    'text next to another output',
    { result: { content: [], extra: { text: 'One\nTwo, then more' } } },
    { output: 'emails', extra_outputs: [output], css_selector: 'ul' },
  ),
  at('/markdown', 'text of markdown', { result: { content: 'Title\n\na' } }, { output }),
  at(
    '/text',
    'text of text',
    { result: { content: 'Just text, https://example.com/x and a@example.com.' } },
    { output },
  ),
  at('/pdf', 'text of a PDF', { result: { content: 'Hello from a PDF' } }, { output }),
  at('/empty', 'text of an empty body', { result: { content: '' } }, { output }),
  refused('highlights of text', { output, highlights: 'interface' }, 'value_error'),
]
