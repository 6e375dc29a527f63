/** Parity cases of `outline`. */

import { type ParityCase, scrape } from './parity-case.ts'

const goesOn = { css_selector: 'h1, pre', max_chars: 10 }

export const outlineCases: ParityCase[] = [
  scrape('the outline of markdown that goes on', goesOn, {
    result: { content: '# Parity\n', next_offset: 9, outline: [{ level: 1, text: 'Parity', offset: 0 }] },
  }),
  scrape('no outline of what is whole', { css_selector: 'h1, pre' }, { result: { next_offset: null, outline: null } }),
  scrape('no outline of another output', { ...goesOn, output: 'clean_html' }, { result: { outline: null } }),
  scrape(
    'no outline of an answer',
    { prompt: 'What is this page about?', max_chars: 10 },
    { result: { offset: 0, outline: null, credits_charged: 6 } },
  ),
]
