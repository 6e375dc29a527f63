/** Parity cases of `highlights`. */

import { warningOf } from '../../src/contract/warning.ts'
import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const asked = 'whatever is asked, word for word'
const passage =
  '**Parity**\n\nEvery interface says **the same**, whatever it is asked for and however it is asked, word for word.'

export const highlightsCases: ParityCase[] = [
  scrape(
    'the passages of a page',
    { css_selector: 'h1, p:first-of-type', highlights: asked, max_chars: 120 },
    {
      result: {
        ...{ content: passage, total_chars: passage.length, offset: 0, next_offset: null, outline: null },
        highlights: [{ offset: 9, chars: passage.length - 12, heading: 'Parity' }],
        credits_charged: 1,
      },
    },
  ),
  scrape(
    'highlights, none of which fit',
    { highlights: 'zebra' },
    {
      result: {
        content: '',
        total_chars: 0,
        highlights: [],
        warnings: [warningOf('no_highlights')],
        credits_charged: 1,
      },
    },
  ),
  scrape(
    'highlights with main_content, a language and max_age_s',
    { highlights: 'interface', main_content: false, locale: 'de-DE', max_age_s: 0 },
    { result: { highlights: [{ heading: 'Parity' }], next_offset: null, from_cache: false } },
  ),
  at(
    '/guide',
    'highlights best first, each under its headings',
    {
      result: {
        content: '**Guide › Install**\n\nRun the installer, then restart.\n\n…\n\n**Guide**\n\nRead this first.',
        highlights: [
          { offset: 36, chars: 32, heading: 'Install' },
          { offset: 8, chars: 16, heading: 'Guide' },
        ],
        warnings: [],
      },
    },
    { css_selector: 'h1, h1 + p, h2:first-of-type, h2:first-of-type + p', highlights: 'Restart the installer first' },
  ),
  scrape('no highlights if none are requested', {}, { result: { highlights: null } }),
  refused('highlights with another output', { highlights: 'interface', output: 'links' }, 'value_error'),
  refused('highlights with a prompt', { highlights: 'interface', prompt: 'What is this?' }, 'value_error'),
  refused('highlights with rules', { highlights: 'interface', extract_rules: { title: 'h1' } }, 'value_error'),
  refused('highlights with a schema', { highlights: 'interface', json_schema: { type: 'object' } }, 'value_error'),
  refused('highlights from an offset', { highlights: 'interface', offset: 5 }, 'value_error'),
  refused('empty highlights', { highlights: '' }, 'string_too_short'),
  refused('a highlights query that is too long', { highlights: 'a'.repeat(1001) }, 'string_too_long'),
]
