/** Runs `gleaner scrape` with one page, many pages or the caller's own document, and with the caller's headers and cookies. */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../base/errors.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { pageCredits } from '../../contract/prices.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'
import { withoutUrls } from '../../operations/convert.ts'
import type { RawParameters, TypedInvoke } from '../../operations/runtime.ts'
import type { GivenDocument } from '../../page/page.ts'
import { noBase } from '../../pages/visit/given-page.ts'
import { addressesIn } from './batch/input-urls.ts'
import { openOutputFolder } from './batch/output-folder.ts'
import { pagesInFlight, runOnServer } from './batch/server-run.ts'
import type { Flags } from './flags.ts'
import { readGivenDocument } from './given/given-document.ts'
import { readGivenFields } from './given/given-fields.ts'
import { openGiven, unreadable } from './given/given-file.ts'
import { type NamedPage, namedPages, withScheme } from './given/named-files.ts'
import { printOperation, type ReadParameters, readParameters } from './operation-command.ts'
import { printFailure } from './operation-failure.ts'
import { readScrapeFlags, type ScrapeFlagValues } from './scrape-flag-values.ts'
import { type AddressList, type ScrapeRun, scrapeList } from './scrape-list.ts'

/** Resolves with the exit code. `takeDocument` receives the document to use instead of a page. */
export async function runScrapeRequest(
  run: ScrapeRun,
  flags: Flags,
  takeDocument: (document: GivenDocument) => void,
  takeFile: (url: string) => void,
): Promise<number> {
  const urls = flags.parameters.filter(([name]) => name === 'url').map(([, url]) => url)
  // A repeated --url is refused together with other repeated parameters.
  if (urls.length > Math.max(1, flags.words.length)) return printOperation(run, readParameters(run, flags))
  const shared = readParameters(run, { ...flags, parameters: flags.parameters.filter(([name]) => name !== 'url') })
  try {
    const values = readScrapeFlags(flags)
    const { base } = values
    const pages = base === undefined ? await namedPages(urls, values['output-dir']) : [{ address: base }]
    if (base === undefined) for (const { address } of pages) takeFile(address)
    const [page, ...further] = pages
    if (values.server !== undefined && pages.some(({ address }) => /^file:/i.test(address))) throw readsNoFiles()
    const address = page?.address
    const parametersFor = await readParametersFor(shared, values, run.signal)
    const isList =
      further.length > 0 ||
      values.input !== undefined ||
      (values['output-dir'] !== undefined && address !== undefined) ||
      page?.isInFolder === true
    if (isList) checkShared(run, parametersFor)
    const list = isList ? await readList(values, pages, { run, parametersFor }) : null
    if (!isList && !shared.json && run.isOnTerminal && shared.raw.output === 'screenshot') throw isImage()
    const document = await readGivenDocument(values, run.signal)
    if (document) takeDocument(document)
    const { server, 'api-key': key } = values
    const here = document ? runOfDocument(run, values.base) : run
    const scrape = server === undefined ? here : { ...run, ...runOnServer({ ...run, server, key, isList }) }
    if (list) return await scrapeList(scrape, list)
    return await printOperation(scrape, { ...shared, ...parametersFor(address) })
  } catch (error) {
    return printFailure(error, { ...run, json: shared.json, requestId: randomUUID() })
  }
}

function readsNoFiles(): ServiceError {
  const next = 'Read files without --server.'
  return new ServiceError('value_error', "Value error, a service can't read local files", { param: 'server', next })
}

function isImage(): ServiceError {
  const next = 'Add --output-file FILE, redirect the output to a file, or add --json.'
  return new ServiceError('value_error', "Value error, an image can't be printed on a terminal", {
    param: 'output',
    next,
  })
}

type ParametersFor = (url: string | undefined) => RawParameters

/** Reads the parameters of all pages, with headers and cookies from all sources. Throws value_error. */
async function readParametersFor(
  { raw, faulty }: ReadParameters,
  values: ScrapeFlagValues,
  signal: AbortSignal,
): Promise<ParametersFor> {
  const { each } = values
  const given = { each: each.headers, file: values['headers-file'], json: raw.headers }
  const headers = await readGivenFields('headers', given, signal)
  const givenCookies = { each: each.cookies, file: values['cookies-file'], json: raw.cookies }
  const cookies = await readGivenFields('cookies', givenCookies, signal)
  const quotes = each.quotes.length > 0 ? each.quotes : raw.quotes
  return (address) => {
    const url = address === undefined ? undefined : withScheme(address)
    const all = Object.entries({ ...raw, url, headers, cookies, quotes }).filter(([, value]) => value !== undefined)
    return { raw: Object.fromEntries(all), ...(faulty ? { faulty } : {}) }
  }
}

function checkShared({ operation }: ScrapeRun, parametersFor: ParametersFor): void {
  const { raw, faulty } = parametersFor('https://example.com/')
  parseInput(operation, raw, faulty)
}

async function readList(
  values: ScrapeFlagValues,
  pages: readonly NamedPage[],
  { run, parametersFor }: { run: ScrapeRun; parametersFor: ParametersFor },
): Promise<AddressList> {
  const { input, concurrency, 'output-dir': folder } = values
  const lines = input === undefined ? null : await openGiven('input', input, run.signal)
  return {
    pages: lines === null ? pages : pagesIn(addressesIn(orUnreadable(lines, run.signal))),
    count: lines === null ? pages.length : null,
    concurrency: values.server === undefined ? concurrency : pagesInFlight,
    folder: folder === undefined ? null : await openOutputFolder(folder, values['skip-existing'] === 'true'),
    parametersFor,
  }
}

async function* pagesIn(addresses: AsyncIterable<string | null>): AsyncGenerator<NamedPage | null> {
  for await (const address of addresses) yield address === null ? null : { address }
}

async function* orUnreadable(lines: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* lines
  } catch (error) {
    throw signal.aborted ? error : unreadable('input', error)
  }
}

/** Returns the run for a document, which has no URL unless a base is given. Only the use of a language model is charged. */
function runOfDocument(run: ScrapeRun, base: string | undefined): ScrapeRun {
  const { invoke, operation } = run
  const { price, input } = operation
  const credits: NonNullable<typeof price>['credits'] = (given) => (price?.credits(given) ?? 0) - pageCredits(false)
  const free = { ...operation, price: price && { ...price, credits } }
  if (base !== undefined) return { ...run, operation: free }
  const withoutUrl = { ...free, input: input.extend({ url: input.shape.url.default(noBase) }) as never }
  const invokeWithoutUrl = async (...given: Parameters<TypedInvoke>) => {
    const result = (await invoke(...given)) as ScrapeResult
    return { ...result, ...withoutUrls(result), url: null, final_url: null }
  }
  return { ...run, operation: withoutUrl, invoke: invokeWithoutUrl as TypedInvoke }
}
