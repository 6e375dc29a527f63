/** A scripted agent, which reads the text of each result, as a model does, and follows its advice. */

import type { AgentTask } from './tasks.ts'
import { unavailable } from './tasks.ts'

type Arguments = Readonly<Record<string, unknown>>

/** Calls a tool and returns the text blocks of the result. */
type CallTool = (tool: string, args: Arguments) => Promise<string>

export interface Attempt {
  answer: string
  calls: number
  /** The arguments and the texts of all calls, for counting tokens. */
  sent: string[]
  received: string[]
}

const maxCalls = 6

/** Rules for following the advice in a text. The first one that matches wins. */
const advice: readonly [pattern: RegExp, follow: (found: RegExpExecArray, args: Arguments) => Arguments][] = [
  [/did you mean ["'`]?(\w+)/i, ([, name = ''], { selector, ...args }) => ({ ...args, [name]: selector })],
  [/(?:next_offset: |with .* offset=)(\d+)/, ([, offset], args) => ({ ...args, offset: Number(offset) })],
  [/has moved to \[[^\]]*\]\(([^)]+)\)/, ([, url], args) => ({ ...args, url })],
  [/render_if_needed|render_js/, (_, args) => ({ ...args, render_if_needed: true })],
]

const failure = /\b(?:login_page|not_found_page|target_blocked|target_error|http_error|status_code["']?: ?["']?4\d\d)\b/

/** Attempts a task. `root` is the site's URL. */
export async function attemptTask(task: AgentTask, root: string, call: CallTool): Promise<Attempt> {
  const sent: string[] = []
  const received: string[] = []
  const tool = task.path === undefined ? 'google_ads' : 'scrape'
  let args: Arguments = task.path === undefined ? task.first : { url: root + task.path, ...task.first }
  while (sent.length < maxCalls) {
    sent.push(JSON.stringify(args))
    const text = await call(tool, args)
    received.push(text)
    const found = task.finds.exec(text)?.[1]
    if (found) return { answer: found, calls: sent.length, sent, received }
    const next = nextArguments(text, args)
    if (!next) return { answer: failure.test(text) ? unavailable : 'not found', calls: sent.length, sent, received }
    args = next
  }
  return { answer: 'not found', calls: sent.length, sent, received }
}

/** Returns the arguments that the text advises, or `null` if it has no new advice. */
function nextArguments(text: string, args: Arguments): Arguments | null {
  for (const [pattern, follow] of advice) {
    const found = pattern.exec(text)
    if (!found) continue
    const next = follow(found, args)
    if (JSON.stringify(next) !== JSON.stringify(args)) return next
  }
  return null
}
