/** The pages in `pages/`, one folder for each group. `pages.jsonl` has a row for each, with its URL and what a test must know about it. */

import { readFileSync } from 'node:fs'
import { type ShellPage, shellOf, type WrittenShell } from './shell-page.ts'

/** Warnings about a page that isn't the requested one although its status is 2xx. */
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

type Group = SoftFailure | 'lookalikes' | 'shells' | 'complete'
type Row = Omit<WrittenShell, 'html' | 'status'> & { group: Group }

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const rows: Row[] = read('pages.jsonl')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

const pagesOf = (wanted: Group): WrittenShell[] =>
  rows
    .filter(({ group }) => group === wanted)
    .map(({ group, ...row }) => ({ ...row, status: 200, html: read(`pages/${group}/${row.id}.html`) }))

/** The 200 soft failures. They were modelled on real sites and products, independently of the rules that recognize them. */
export const softCases: readonly SoftCase[] = softFailures.flatMap((expected) =>
  pagesOf(expected).map((page) => ({ ...page, expected })),
)

/** Real pages that only look like a soft failure. */
export const lookalikes: readonly SitePage[] = pagesOf('lookalikes')

/** Pages whose content scripts load. */
export const shells: readonly ShellPage[] = pagesOf('shells').map(shellOf)

/** Pages with scripts that don't need a browser. */
export const complete: readonly SitePage[] = pagesOf('complete')
