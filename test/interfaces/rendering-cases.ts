/**
 * Parity cases for `render_if_needed` and `wait_for`, without a browser. The result depends on the plain page, and only its price is
 * charged.
 */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

export const renderingCases: ParityCase[] = [
  scrape(
    'render_if_needed with a page that needs no browser',
    { render_if_needed: true },
    { result: { title: 'An article', rendered: false, warnings: [], credits_charged: 1 } },
  ),
  at(
    '/shell',
    'render_if_needed with a shell and no browser',
    { result: { title: 'Shop', rendered: false, warnings: [{ code: 'needs_javascript' }], credits_charged: 1 } },
    { render_if_needed: true, main_content: false },
  ),
  at(
    '/shell',
    'render_if_needed with a selector that the shell does not match',
    { error: 'selector_not_matched', status: 422 },
    { render_if_needed: true, css_selector: 'h1' },
  ),
  at(
    '/missing-shell',
    'render_if_needed with a shell that is a 404',
    {
      result: {
        status_code: 404,
        warnings: [{ code: 'target_status' }, { code: 'needs_javascript' }],
        credits_charged: 0,
      },
    },
    { render_if_needed: true, main_content: false },
  ),
  at(
    '/pdf',
    'render_if_needed with a PDF',
    { result: { content: 'Hello from a PDF', credits_charged: 1 } },
    {
      render_if_needed: true,
      wait_for: 'h1',
    },
  ),
  scrape(
    'render_if_needed and a prompt',
    { render_if_needed: true, prompt: 'What is this page?' },
    { result: { content: 'An article about parity.', credits_charged: 6 } },
  ),
  scrape(
    'render_if_needed with render_js, without a browser',
    { render_js: true, render_if_needed: true },
    { error: 'browser_unavailable', status: 503 },
  ),
  refused('an invalid render_if_needed', { render_if_needed: 'maybe' }, 'bool_parsing'),
  scrape(
    'wait_for with a match in the plain page',
    { render_if_needed: true, wait_for: 'main h1', output: 'links', css_selector: 'nav' },
    { result: { rendered: false, warnings: [], credits_charged: 1 } },
  ),
  scrape(
    'wait_for without a match, and no browser',
    { render_if_needed: true, wait_for: '.results li' },
    { result: { title: 'An article', complete: true, warnings: [{ code: 'needs_javascript' }], credits_charged: 1 } },
  ),
  at(
    '/missing',
    'wait_for without a match in a 404',
    { result: { status_code: 404, warnings: [{ code: 'target_status' }], credits_charged: 0 } },
    { render_if_needed: true, wait_for: 'h1' },
  ),
  refused('wait_for alone', { wait_for: 'h1' }, 'value_error'),
  refused('wait_for that is not a selector', { render_if_needed: true, wait_for: 'li[' }, 'value_error'),
  refused('a blank wait_for', { render_js: true, wait_for: '  ' }, 'value_error'),
]
