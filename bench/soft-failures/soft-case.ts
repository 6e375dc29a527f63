/** The shape of a case: a page that a site answers instead of the requested one, or one that only looks like it. */

/** A warning that the target answered 2xx with something other than the requested page. */
export const softFailures = ['login_page', 'consent_page', 'not_found_page', 'parked_domain', 'error_page'] as const

export type SoftFailure = (typeof softFailures)[number]

/** A page of a site by name, as a server sends it. */
export interface SitePage {
  id: string
  /** BCP 47 tag of the page's language. */
  language: string
  /** Absolute URL. The benchmark serves its host on loopback. */
  requestedUrl: string
  /** URLs, absolute or relative to the one before, that a 302 leads through. The last one answers with the page. */
  redirects?: readonly string[]
  status: 200
  headers?: Readonly<Record<string, string>>
  html: string
}

export interface SoftCase extends SitePage {
  expected: SoftFailure
}

type Written<T extends SitePage> = Omit<T, 'status' | 'expected'>

/** Returns pages that must be recognized as this soft failure. */
export const casesOf = (expected: SoftFailure, pages: readonly Written<SoftCase>[]): SoftCase[] =>
  pages.map((page) => ({ ...page, expected, status: 200 }))

/** Returns pages of which none may be recognized. */
export const pagesOf = (pages: readonly Written<SitePage>[]): SitePage[] =>
  pages.map((page) => ({ ...page, status: 200 }))
