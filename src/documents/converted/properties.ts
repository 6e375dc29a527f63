/** The properties that a document declares about itself, with the same names for all formats. */

export interface DocumentProperties {
  title?: string | null | undefined
  author?: string | null | undefined
  description?: string | null | undefined
  /** A BCP 47 language tag. */
  language?: string | null | undefined
  /** As written in the document. Page metadata includes it only if it is a date. */
  publishedAt?: string | null | undefined
  /** As written in the document, like `publishedAt`. */
  modifiedAt?: string | null | undefined
}

/** Returns the text if it is a language tag; null for anything else, such as `English`. */
export function languageTagOf(text: unknown): string | null {
  return typeof text === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text) ? text : null
}
