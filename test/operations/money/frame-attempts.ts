/** Attempts to read pages for free as frames of pages that cost nothing. The contents of such frames are never loaded. */

import { answers } from '../../model/scripted-model.ts'
import { type Attempt, attempt, bare, paid, secret } from './attempt.ts'

const answered = answers(`The town of ${secret} has a market.`)
/** The page is free, and doesn't contain its frames. */
const empty = (path: string, parameters = {}, more = {}) => bare(path, parameters, { charged: 0, ...more })
const asObject = { json_schema: { type: 'object', properties: { town: { type: 'string' } } } }

const freePages = ['/framed-gone', '/framed-broken', '/framed-orders']

export const frameAttempts: readonly Attempt[] = [
  attempt('a page with frames', paid('/framed'), paid('/framed', { output: 'clean_html' })),
  attempt(
    'a page with frames, then kept',
    paid('/framed', { max_age_s: 60 }),
    empty('/framed-gone', { max_age_s: 60 }),
  ),
  attempt('a 404 page as a frame', bare('/framing-gone')),
  ...freePages.flatMap((path) => [
    attempt(`frames of ${path}`, empty(path), empty(path, { main_content: false })),
    attempt(
      `frames of ${path} in other outputs`,
      ...['text', 'clean_html', 'raw_html', 'images'].map((output) => empty(path, { output })),
      empty(path, { extra_outputs: ['emails', 'html_head_metadata_json'] }),
    ),
    attempt(`frames of ${path} in pieces`, empty(path, { max_chars: 5 }), empty(path, { offset: 5 })),
    attempt(`frames of ${path}, selected`, empty(path, { css_selector: 'iframe, object, body' })),
    attempt(`frames of ${path} as fields`, empty(path, { extract_rules: { town: 'p', all: 'body' } })),
    attempt(`frames of ${path} as data`, empty(path, asObject, { replies: [answered] })),
    attempt(`frames of ${path} in highlights`, empty(path, { highlights: 'market and mill' })),
    attempt(`frames of ${path} in quotes`, empty(path, { quotes: ['a market, a mill and a school'] })),
    attempt(`frames of ${path} for a kept page`, empty(path, { max_age_s: 60 }), paid('/page', { max_age_s: 60 })),
    attempt(`frames of ${path} under a name`, empty(path, {}, { name: 'a' }), paid('/framed', {}, { name: 'a' })),
    attempt(`an explanation of ${path}`, empty(path, {}, { explains: true })),
  ]),
  attempt(
    'leaving while the page is requested',
    bare('/framing-never', {}, { charged: 0, leaves: 'page' }),
    paid('/framed'),
  ),
  attempt('a frame that never arrives', bare('/framing-never', { timeout_ms: 3000 })),
]

export const renderedFrameAttempts: readonly Attempt[] = [
  attempt('a rendered page with frames', paid('/framed', { render_js: true }, { charged: 5 })),
  ...['/framed-gone', '/framed-broken'].map((path) =>
    attempt(
      `frames of ${path}, rendered`,
      empty(path, { render_js: true }),
      empty(path, { render_js: true, main_content: false, extra_outputs: ['clean_html', 'text'] }),
    ),
  ),
  // With the content that the browser shows in its frames, the page isn't a sign-in page.
  attempt('frames of a sign-in page, rendered', paid('/framed-orders', { render_js: true }, { charged: 5 })),
]
