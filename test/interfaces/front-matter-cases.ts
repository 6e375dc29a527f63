/** Parity cases for `front_matter`. The fetch time is removed before interfaces are compared. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const asked = { front_matter: true }

export const frontMatterCases: ParityCase[] = [
  scrape('front matter', asked, { result: { output: 'markdown', title: 'An article', offset: 0 } }),
  scrape('front matter with a selector', { ...asked, css_selector: 'h1' }, { result: { next_offset: null } }),
  scrape(
    'front matter in a first piece',
    { ...asked, max_chars: 30 },
    { result: { content: '---\ntitle: "An article"\n', next_offset: 24 } },
  ),
  scrape(
    'front matter with another output',
    { ...asked, output: 'emails' },
    { result: { content: ['Info@example.org', 'sales@example.com'] } },
  ),
  scrape(
    'front matter with markdown as an additional output',
    { ...asked, output: 'emails', extra_outputs: ['markdown'] },
    { result: {} },
  ),
  scrape('front matter with passages', { ...asked, highlights: 'whatever it is asked for' }, { result: { offset: 0 } }),
  scrape(
    'front matter with fields',
    { ...asked, extract_rules: { head: 'h1' } },
    { result: { content: { head: 'Parity' } } },
  ),
  scrape(
    'front matter with a prompt',
    { ...asked, prompt: 'What is this page about?' },
    { result: { credits_charged: 6 } },
  ),
  at('/empty', 'front matter of an empty body', { result: { content: '', total_chars: 0 } }, asked),
  at('/missing', 'front matter of a 404', { result: { credits_charged: 0 } }, asked),
  refused('front_matter that is not a boolean', { front_matter: 'perhaps' }, 'bool_parsing'),
]
