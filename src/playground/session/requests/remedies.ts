/** Warnings and errors in plain words, each with the step that helps: a table of data. What it does not list is shown in the service's words. */

import { ownField } from '../../operations/own-field.ts'

/** What a button does. Values are texts of the form; null empties a field. */
export type NextStep =
  | { does: 'set'; label: string; values: Readonly<Record<string, string | null>> }
  | { does: 'retry'; label: string }
  | { does: 'focus'; label: string; field: string }
  | { does: 'key'; label: string }
  | { does: 'read on'; label: string }
  | { does: 'switch'; label: string; operation: string }

export interface Remedy {
  title: string
  says?: string
  steps?: readonly NextStep[]
}

const withJavaScript: NextStep = { does: 'set', label: 'Load with JavaScript', values: { render_js: 'true' } }
const wholePage: NextStep = { does: 'set', label: 'Convert the whole page', values: { main_content: 'false' } }
const again: NextStep = { does: 'retry', label: 'Try again' }
const mendAddress: NextStep = { does: 'focus', label: 'Change the address', field: 'url' }
const moreTime: NextStep = { does: 'set', label: 'Allow two minutes', values: { timeout_ms: '120000' } }
const withoutModel: NextStep = {
  does: 'set',
  label: 'Ask without the model',
  values: { prompt: null, model: null, json_schema: null },
}

/** The most helpful first. */
export const warningRemedies: Readonly<Record<string, Remedy>> = {
  needs_javascript: {
    title: 'This page is empty until its scripts run',
    steps: [withJavaScript],
  },
  target_status: {
    title: 'The site answered with an error page',
    says: 'That page is shown here, and it cost nothing.',
  },
  render_incomplete: { title: 'The page was still loading when time was up', steps: [moreTime] },
  main_content_uncertain: {
    title: 'The main content is hard to tell apart on this page',
    says: 'If something is missing, convert the whole page, or look at what was kept and dropped.',
    steps: [wholePage, { does: 'switch', label: 'See what was kept', operation: 'explain' }],
  },
  charset_guessed: {
    title: 'The page does not say how its characters are encoded',
    says: 'A likely encoding was taken.',
  },
  hidden_text_removed: { title: 'Text that no visitor sees was left out' },
  hidden_text_kept: { title: 'Text that the page hides at first was kept', steps: [withJavaScript] },
  input_truncated: {
    title: 'The language model read only a part of the page',
    steps: [{ does: 'focus', label: 'Narrow by a CSS selector', field: 'css_selector' }],
  },
  answer_cut: {
    title: 'The answer was cut at its longest',
    steps: [{ does: 'focus', label: 'Ask for less', field: 'prompt' }],
  },
  ungrounded: { title: 'The answer has details that are not on the page', says: 'Check them before you rely on them.' },
  layout_changed: { title: 'Some ads could not be read', says: 'The layout of the result page is new to the service.' },
  wait_for_not_met: {
    title: 'What was waited for never appeared',
    steps: [moreTime, { does: 'focus', label: 'Change what to wait for', field: 'wait_for' }],
  },
  extra_cut: {
    title: 'Further outputs did not fit',
    steps: [{ does: 'focus', label: 'Choose fewer', field: 'extra_outputs' }],
  },
  no_text: { title: 'The document is made of pictures', says: 'There is no text in it to read.' },
  foreign_frame: {
    title: 'A part of the page comes from another site',
    says: 'It is linked in its place and not contained here.',
    steps: [withJavaScript],
  },
}

/** In the order of the table; what it does not know comes last. */
export function sortWarnings<Warning extends { code: string }>(warnings: readonly Warning[]): Warning[] {
  const codes = Object.keys(warningRemedies)
  const place = ({ code }: Warning) => (codes.includes(code) ? codes.indexOf(code) : codes.length)
  return warnings.toSorted((a, b) => place(a) - place(b))
}

/** By the error's type; `offline` is a service that does not answer at all, `unknown_response` something else that does. */
export const errorRemedies: Readonly<Record<string, Remedy>> = {
  offline: { title: 'The service does not answer', says: 'Is it still running?', steps: [again] },
  unknown_response: {
    title: 'This is no answer of the service',
    says: 'A proxy before the service may have given it.',
    steps: [again],
  },
  unauthorized: { title: 'An API key is needed', steps: [{ does: 'key', label: 'Enter a key' }] },
  insufficient_credits: {
    title: 'This key has too few credits left',
    says: 'Whoever runs the service can add some: gleaner keys grant ID N.',
    steps: [{ does: 'key', label: 'Use another key' }],
  },
  forbidden_origin: {
    title: 'The service does not know itself by this address',
    says: 'Open it by a host that it allows.',
  },
  idempotency_in_progress: { title: 'The same request is still running', steps: [again] },
  idempotency_not_kept: {
    title: 'That request was done, and its answer was not kept',
    steps: [{ does: 'set', label: 'Send it as a new one', values: { 'Idempotency-Key': null } }],
  },
  idempotency_mismatch: {
    title: 'This Idempotency-Key belongs to another request',
    steps: [{ does: 'set', label: 'Send without it', values: { 'Idempotency-Key': null } }],
  },
  rate_limited: { title: 'Too many requests for the moment', steps: [again] },
  missing: { title: 'Something is missing' },
  url_parsing: { title: 'This is no address', steps: [mendAddress] },
  url_scheme: { title: 'Only http and https can be read', steps: [mendAddress] },
  address_refused: {
    title: 'This address is not public',
    says: 'Only public addresses are fetched.',
    steps: [mendAddress],
  },
  selector_not_matched: {
    title: 'Nothing on the page matches the CSS selectors',
    steps: [
      { does: 'set', label: 'Leave them out', values: { css_selector: null, extract_rules: null } },
      withJavaScript,
      { does: 'focus', label: 'Change it', field: 'css_selector' },
    ],
  },
  request_too_large: { title: 'The request is too long' },
  target_unreachable: { title: 'The site can’t be reached', steps: [again, mendAddress] },
  target_blocked: { title: 'The site turns automated visitors away', says: 'Nothing was charged. Try another source.' },
  target_timeout: { title: 'The page took too long', steps: [moreTime, again] },
  too_many_redirects: { title: 'The address leads in circles', steps: [mendAddress] },
  response_too_large: { title: 'The page is larger than this service reads' },
  unsupported_content_type: {
    title: 'This kind of file can’t be given in this form',
    steps: [{ does: 'set', label: 'As markdown', values: { output: null } }],
  },
  invalid_response: { title: 'The site answered with a broken page', steps: [again] },
  model_failed: { title: 'The language model gave no answer', steps: [again, withoutModel] },
  model_not_configured: { title: 'No language model is set up here', steps: [withoutModel] },
  overloaded: { title: 'The service is busy', steps: [again] },
  browser_unavailable: {
    title: 'No browser is set up here',
    says: 'Pages are read without running their scripts.',
    steps: [{ does: 'set', label: 'Load without JavaScript', values: { render_js: null } }],
  },
  storage_unavailable: { title: 'The service can’t reach its database', steps: [again] },
  internal: { title: 'Something went wrong in the service', steps: [again] },
}

const badInput: Remedy = { title: 'Please check what was filled in' }

/** An error of input says itself what is wrong, at the field. */
export function errorRemedy(type: string, field: string | null): Remedy {
  const known = ownField(errorRemedies, type) ?? (field === null ? { title: 'The request failed' } : badInput)
  if (known.steps || field === null) return known
  return { ...known, steps: [{ does: 'focus', label: 'Go to the field', field }] }
}
