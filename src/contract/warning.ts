/** The warnings of a result (docs/scrape.md). Clients ignore codes that they do not know. */

import { z } from 'zod'

/** Every code with its meaning. */
export const warningMeanings = {
  target_status: 'The target answered 4xx or 5xx: its page is returned and nothing is charged.',
  render_incomplete: 'Rendering was cut by the time limit; the message names what was still under way.',
  wait_for_not_met: 'No match of `wait_for` stood in the page by the time limit.',
  foreign_frame: 'A frame of another site held content that is not in the result; the message names its URL.',
  main_content_uncertain: 'The main content could not be separated from the rest of the page with certainty.',
  needs_javascript:
    'The page is an empty shell that scripts fill: ask with `render_js=true`, or with `render_if_needed=true` from the start.',
  charset_guessed: 'The page does not declare its character encoding, and it was guessed.',
  hidden_text_removed: 'Text that the page hides was left out.',
  hidden_text_kept: 'Nearly all text of the page is hidden until its scripts have run, so it was kept.',
  input_truncated: 'The language model read only a part of the page.',
  answer_cut: "The language model's answer reached the length limit.",
  ungrounded: 'The answer holds URLs, e-mail addresses or numbers that are not on the page.',
  extra_cut: 'Further outputs that did not fit beside the content, over MCP; the message names them.',
  no_text:
    'A document, or a part of it, holds no text that can be read: pictures, as of a scan, or fonts that do not say which characters they draw.',
  layout_changed: 'A result page holds ads that could not be read.',
} as const

export const warningCodes = Object.keys(warningMeanings) as [WarningCode, ...WarningCode[]]

export const warning = z.strictObject({
  code: z.enum(warningCodes).describe('What the warning is about, for a program.'),
  message: z.string().describe('The same in words.'),
})

export type Warning = z.infer<typeof warning>
export type WarningCode = keyof typeof warningMeanings

/** The warning that the target answered 4xx or 5xx; none for another status. */
export function targetStatus(status: number): Warning[] {
  if (status < 400) return []
  return [
    { code: 'target_status', message: `The target answered ${status}; its page is returned and nothing is charged` },
  ]
}

const maxNamedFrames = 5
const maxFrameUrlChars = 500

/** The warning that frames held content that is not in the result; none without frames. `rendered`: a browser has tried to read them. */
export function foreignFrames(urls: readonly string[], rendered: boolean): Warning[] {
  if (urls.length === 0) return []
  const named = urls.slice(0, maxNamedFrames).map((url) => url.slice(0, maxFrameUrlChars).toWellFormed())
  const more = urls.length > maxNamedFrames ? `, and ${urls.length - maxNamedFrames} more` : ''
  const what = urls.length === 1 ? 'A frame held content that is' : 'Frames held content that is'
  const next = rendered ? 'it could not be read' : 'ask with render_js=true, or for its address'
  return [{ code: 'foreign_frame', message: `${what} not in the result: ${named.join(', ')}${more}; ${next}` }]
}

/** The warning that these outputs are not in the result, because they are too long beside its content; none for no outputs. */
export function extraCut(outputs: readonly string[]): Warning[] {
  if (outputs.length === 0) return []
  return [
    {
      code: 'extra_cut',
      message: `Beside the content there is no room for ${outputs.join(', ')}: ask for each as output, which comes in pieces`,
    },
  ]
}

/** Fewest characters of hidden text that are warned of. */
const minHiddenChars = 40

/** The warning that `length` characters of hidden text were left out; none for a few. */
export function hiddenTextRemoved(length: number): Warning[] {
  if (length < minHiddenChars) return []
  return [{ code: 'hidden_text_removed', message: `${length} characters of text that no visitor sees were left out` }]
}

/** The warning that a page hides nearly all of its text, and that it is in the result. */
export const hiddenTextKept: Warning = {
  code: 'hidden_text_kept',
  message: 'Nearly all text of the page is hidden until its scripts have run: it was kept',
}

/** The warning that a page's style sheets were not judged whole. */
export const stylesCut: Warning = {
  code: 'hidden_text_kept',
  message: 'The style sheets of the page are too large to be judged whole: text that they hide may have been kept',
}
