/** Reads the document of `--file`, and makes `scrape` read it instead of a page. */

import { basename, extname } from 'node:path'
import { readConfig } from '../../../config/config.ts'
import { pageCredits } from '../../../contract/prices.ts'
import { tooLarge } from '../../../fetch/body/read-body.ts'
import type { TypedInvoke } from '../../../operations/runtime.ts'
import { type GivenDocument, noBase } from '../../../pages/visit/given-page.ts'
import type { ScrapeFlagValues } from '../scrape-flag-values.ts'
import type { ScrapeRun } from '../scrape-list.ts'
import { readGiven } from './given-file.ts'

/** Kinds of text that the first bytes may not show. */
const typesByExtension: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
}

/** Null without `--file` and `--html`. Throws value_error, and response_too_large as for a fetched page. */
export async function readDocument(
  { file, html }: Pick<ScrapeFlagValues, 'file' | 'html'>,
  signal: AbortSignal,
): Promise<GivenDocument | null> {
  const path = file ?? html
  if (path === undefined) return null
  const { GLEANER_MAX_BODY_BYTES: maxBytes } = readConfig()
  const bytes = await readGiven(file === undefined ? 'html' : 'file', path, { maxBytes, signal })
  if (bytes === null) throw tooLarge(maxBytes)
  const contentType = file === undefined ? 'text/html' : (typesByExtension[extname(path).toLowerCase()] ?? null)
  return { bytes: new Uint8Array(bytes), contentType, fileName: basename(path) }
}

/** Returns the run for a document. Its price is only that of the language model. Without a base, it has no URL. */
export function runOfDocument(run: ScrapeRun, base: string | undefined): ScrapeRun {
  const { invoke, operation: page } = run
  const { price, input } = page
  const credits: NonNullable<typeof price>['credits'] = (given) => (price?.credits(given) ?? 0) - pageCredits(false)
  const operation = { ...page, price: price && { ...price, credits } }
  if (base !== undefined) return { ...run, operation }
  const withoutUrl = input.extend({ url: input.shape.url.default(noBase) }) as unknown as typeof input
  const invokeWithoutUrl = async (...given: Parameters<TypedInvoke>) => {
    return { ...(await invoke(...given)), url: null, final_url: null }
  }
  return { ...run, operation: { ...operation, input: withoutUrl }, invoke: invokeWithoutUrl as TypedInvoke }
}
