/** The type of small pages that hide text or only seem to, and helpers to create them. */

export interface Way {
  name: string
  /** Markup of the head. */
  head?: string
  /** Markup of the body around the text. */
  body: (text: string) => string
}

/** Hides text with a style on a paragraph. */
export const inline = (name: string, style: string): Way => ({
  name,
  body: (text) => `<p style="${style}">${text}</p>`,
})
/** Hides text with a class from a style sheet in the page. */
export const sheet = (name: string, css: string, body: Way['body'] = (text) => `<p class="x">${text}</p>`): Way => ({
  name,
  head: `<style>${css}</style>`,
  body,
})
export const markup = (name: string, body: Way['body'], head = ''): Way => ({ name, body, head })
