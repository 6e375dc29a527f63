/**
 * The two Trusted Types policies. They are the only way for text to become HTML or a script on this page.
 * @see https://www.w3.org/TR/trusted-types/
 */

interface TrustedTypes {
  createPolicy<Rules>(name: string, rules: Rules): Rules
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** Use this policy only for inert documents and sandboxed frames. */
const frames = createPolicy('frame', { createHTML: (html: string) => html })

const workers = createPolicy('worker', { createScriptURL: (_: string) => '/markdown-worker.js' })

/** Returns the text in the form that browsers with Trusted Types require, or unchanged in other browsers. */
export function trustedHtml(html: string): string {
  return frames.createHTML(html)
}

export function workerUrl(): string {
  return workers.createScriptURL('')
}

function createPolicy<Rules>(name: string, rules: Rules): Rules {
  return trustedTypes?.createPolicy(name, rules) ?? rules
}
