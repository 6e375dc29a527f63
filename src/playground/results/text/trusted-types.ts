/** The only ways by which text becomes HTML or a program on this page: its two policies of Trusted Types. @see https://www.w3.org/TR/trusted-types/ */

interface TrustedTypes {
  createPolicy<Rules>(name: string, rules: Rules): Rules
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/** For inert documents and sandboxed frames alone. */
const frames = createPolicy('frame', { createHTML: (html: string) => html })

/** It names one program, whatever it is given. */
const workers = createPolicy('worker', { createScriptURL: (_: string) => '/markdown-worker.js' })

/** The text as browsers with Trusted Types want it; as it is elsewhere. */
export function trustedHtml(html: string): string {
  return frames.createHTML(html)
}

export function workerUrl(): string {
  return workers.createScriptURL('')
}

function createPolicy<Rules>(name: string, rules: Rules): Rules {
  return trustedTypes?.createPolicy(name, rules) ?? rules
}
