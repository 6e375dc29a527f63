/** Parity cases of `fragment_offset`. */

import { at, type ParityCase } from '../parity-case.ts'

const place = (path: string, title: string, fragment_offset: number | null, input: ParityCase['input'] = {}) =>
  at(`/guide${path}`, `the place of ${title}`, { result: { fragment_offset } }, input)

export const fragmentCases: ParityCase[] = [
  place('#install', 'an element with an id', 27),
  place('#usage', 'the heading after an empty anchor', 73),
  place('#tw%6F', 'a list item, by a name in percent-encoding', 89),
  place('#later', 'an element behind the piece', 159, { max_chars: 20 }),
  place('#install', 'an element before the piece', 27, { max_chars: 20, offset: 73 }),
  place('#two', 'an element in a match of the selector', 6, { css_selector: 'ul' }),
  place('#two', 'an element outside the matches', null, { css_selector: 'h2' }),
  place('#install', 'an excluded element', null, { exclude_selector: 'h2' }),
  place('#menu', 'an element that is not main content', null),
  place('#menu', 'an element of the whole body', 0, { main_content: false }),
  place('#nothing', 'nothing', null),
  place('', 'no fragment', null),
  place('#install', 'an element in another output', null, { output: 'text' }),
  place('#install', 'an element next to highlights', 27, { highlights: 'restart' }),
  place('#install', 'an element with rules', null, { extract_rules: { title: 'h1' } }),
  at('/markdown#title', 'no place in markdown of the site', { result: { fragment_offset: null } }),
]
