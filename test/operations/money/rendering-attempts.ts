/** Attempts that need a browser. */

import { type Attempt, attempt, bare, free, paid, refused, settled } from './attempt.ts'
import { renderedFrameAttempts } from './frame-attempts.ts'

const isStored = 'reading on from a stored result, which was paid for'
const isTargetStatus = 'the target answered 4xx or 5xx'

export const renderingAttempts: readonly Attempt[] = [
  attempt(
    'a rendered page in pieces',
    paid('/page', { render_js: true, max_chars: 500 }, { charged: 5 }),
    free(isStored, '/page', { render_js: true, offset: 500 }),
    paid('/page', { offset: 500 }),
  ),
  attempt(
    'the rendered rest of a plain page',
    paid('/page', { render_if_needed: true }),
    paid('/page', { render_js: true, offset: 1 }, { charged: 5 }),
  ),
  attempt('a shell', paid('/filled-shell', { render_if_needed: true }, { charged: 5 })),
  attempt(
    'a kept shell',
    settled('/filled-shell', { max_age_s: 60 }, { charged: 1 }),
    paid('/filled-shell', { max_age_s: 60, render_if_needed: true }, { charged: 5 }),
  ),
  attempt(
    'a kept plain page, rendered',
    paid('/page', { max_age_s: 60 }),
    paid('/page', { max_age_s: 60, render_js: true }, { charged: 5 }),
  ),
  attempt('a shell that breaks the connection to the browser', settled('/shell-once', { render_if_needed: true })),
  attempt(
    'a rendered selection without a match',
    refused('selector_not_matched', '/filled-shell', { render_if_needed: true, css_selector: '.none' }),
    refused('selector_not_matched', '/page', { render_js: true, css_selector: '.none' }),
  ),
  attempt(
    'waiting for an element that never appears',
    settled('/page', { render_js: true, wait_for: '.none', timeout_ms: 5000 }),
  ),
  attempt('a rendered 404 page', free(isTargetStatus, '/gone', { render_js: true })),
  attempt('a rendered page that never arrives', settled('/never', { render_js: true, timeout_ms: 2000 })),
  attempt(
    'leaving while the browser loads the page',
    bare('/never', { render_js: true }, { charged: 0, leaves: 'page' }),
  ),
  {
    ...attempt(
      'rendering with credits for only a plain page',
      refused('insufficient_credits', '/page', { render_if_needed: true }),
      refused('insufficient_credits', '/page', { render_js: true }),
      paid('/page'),
    ),
    credits: 4,
  },
  ...renderedFrameAttempts,
]
