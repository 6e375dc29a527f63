/** The only way by which text becomes HTML on this page: the policy `frame` of Trusted Types, for inert documents and sandboxed frames. */

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('frame', { createHTML: (html) => html })

/** The text as browsers with Trusted Types want it; as it is elsewhere. */
export function trustedHtml(html: string): string {
  return policy ? policy.createHTML(html) : html
}
