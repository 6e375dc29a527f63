/** The shape of a case: a page that a site sends instead of the requested one, or a page that only looks like one. */

/** Warnings about a page with status 2xx that isn't the requested one. */
export const softFailures = ['login_page', 'consent_page', 'not_found_page', 'parked_domain', 'error_page'] as const

export type SoftFailure = (typeof softFailures)[number]

/** A named page of a site, as a server sends it. */
export interface SitePage {
  id: string
  /** BCP 47 tag of the page's language. */
  language: string
  /** Absolute URL. The benchmark serves its host on loopback. */
  requestedUrl: string
  /** URLs of 302 redirects, absolute or relative to the previous one. The last one returns the page. */
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

/** Returns pages that must not be recognized. */
export const pagesOf = (pages: readonly Written<SitePage>[]): SitePage[] =>
  pages.map((page) => ({ ...page, status: 200 }))
