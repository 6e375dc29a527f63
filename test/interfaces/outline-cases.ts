/** Parity cases of `outline`. */

import { at, type ParityCase, scrape } from './parity-case.ts'

const goesOn = { css_selector: 'h1, pre', max_chars: 10 }

const steps = Array.from({ length: 40 }, (_, n) => `Step ${n}`)
const headings = ['Guide', 'Install', 'Usage', ...steps]

export const outlineCases: ParityCase[] = [
  scrape('the outline of markdown that continues', goesOn, {
    result: { content: '# Parity\n', next_offset: 9, outline: [{ level: 1, text: 'Parity', offset: 0 }] },
  }),
  scrape('no outline of a last piece', { css_selector: 'h1, pre' }, { result: { next_offset: null, outline: null } }),
  scrape('no outline for another output', { ...goesOn, output: 'clean_html' }, { result: { outline: null } }),
  scrape(
    'no outline for an answer',
    { prompt: 'What is this page about?', max_chars: 10 },
    { result: { offset: 0, outline: null, credits_charged: 6 } },
  ),
  at(
    '/guide',
    'the outline of the whole page',
    { result: { outline: headings.map((text) => ({ text })) } },
    { max_chars: 20 },
  ),
  at('/guide', 'no outline of a later piece', { result: { outline: null } }, { max_chars: 20, offset: 27 }),
  at('/guide', 'no outline next to highlights', { result: { outline: null } }, { highlights: 'wheel', max_chars: 300 }),
]
