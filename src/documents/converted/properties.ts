/** What documents state of themselves, by whatever names their formats have for it. */

export interface DocumentProperties {
  title?: string | null | undefined
  author?: string | null | undefined
  description?: string | null | undefined
  /** BCP 47. */
  language?: string | null | undefined
  /** As the document writes it: the metadata of the page has it only where it is a date. */
  publishedAt?: string | null | undefined
  /** The same. */
  modifiedAt?: string | null | undefined
}

/** The text where it is a language tag; null for all else, such as `English`. */
export function languageTagOf(text: unknown): string | null {
  return typeof text === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text) ? text : null
}
