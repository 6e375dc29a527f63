/** `gleaner scrape`: reads one page, many pages as JSON lines, or the caller's own document, with the caller's headers and cookies. */

import { ServiceError } from '../../base/errors.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { pageCredits } from '../../contract/prices.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'
import { isSoftFailure } from '../../contract/warning.ts'
import { withoutUrls } from '../../operations/convert.ts'
import type { Registry } from '../../operations/registry.ts'
import type { RawParameters, TypedInvoke } from '../../operations/runtime.ts'
import type { GivenDocument, ReadFile } from '../../page/page.ts'
import { engineOfDocument, noBase } from '../../pages/visit/given-page.ts'
import type { PageEngine } from '../../pages/visit/load-page.ts'
import { openOutputFolder } from './batch/output-folder.ts'
import { pagesInFlight, runOnServer } from './batch/server-run.ts'
import type { CommandContext } from './command.ts'
import type { Flags } from './flags.ts'
import { type OwnKind, readGivenFields } from './given/given-fields.ts'
import { addressesIn, openGiven, readGivenDocument, readNamedFile, unreadable } from './given/given-file.ts'
import { type NamedPage, namedPages, withScheme } from './given/named-files.ts'
import { scrapeFlags } from './help/scrape-flags.ts'
import { printOperation, type ReadParameters, readParameters, withOperation } from './operation-command.ts'
import { readScrapeFlags, type ScrapeFlagValues } from './scrape-flag-values.ts'
import { type AddressList, type ScrapeRun, scrapeList } from './scrape-list.ts'

/** The files of this machine that the arguments name. */
interface Given {
  /** The document to read instead of a page. */
  document: GivenDocument | null
  /** URLs of files. No other file is read, because a list of URLs may come from someone else. */
  files: Set<string>
}

/** Resolves with the exit code, or the highest exit code of several pages. */
export function runScrape(context: CommandContext): Promise<number> {
  const given: Given = { document: null, files: new Set() }
  const changeEngine = async (engine: PageEngine) =>
    given.document === null ? engine : engineOfDocument(engine, given.document)
  const readFile: ReadFile = async (url, signal) => {
    if (given.files.has(url.href)) return readNamedFile(url, signal)
    throw new ServiceError('address_refused', 'Only files that are named as arguments are read')
  }
  const select = ({ scrape }: Pick<Registry, 'scrape'>) => scrape
  return withOperation(context, { select, ownFlags: scrapeFlags, changeEngine, readFile }, async (run, flags) => {
    const asksForKept =
      flags.parameters.some(([name, value]) => name === 'max_age_s' && value !== '0') &&
      !flags.own.some(([name]) => name === 'server')
    const noteOf = (result: ScrapeResult) =>
      `${run.width === undefined && result.title ? `title: ${result.title}\n` : ''}${continuationOf(result)}${asksForKept ? keepsNothing : ''}`
    const fails = flags.own.some(([name, value]) => name === 'fail' && value === 'true')
    const exitCodeOf = ({ status_code: status, warnings }: ScrapeResult) =>
      fails && (status >= 400 || isSoftFailure(warnings)) ? 3 : 0
    return scrapeGiven({ ...run, noteOf, exitCodeOf, isOnTerminal: run.width !== undefined }, flags, given)
  })
}

const anyUrl = 'https://example.com/'

const keepsNothing = '--max-age-s has no effect: the command line keeps no pages\n'

function continuationOf({ next_offset: next, offset, total_chars: total }: ScrapeResult): string {
  if (next === null) return ''
  const [from, to, all] = [offset, next, total].map((count) => count.toLocaleString('en-US'))
  const part = offset === 0 ? to : `${from} to ${to}`
  return `continues: ${part} of ${all} characters; add --offset ${next} to read on\n`
}

/** Fills in `given`, and scrapes. */
async function scrapeGiven(run: ScrapeRun, flags: Flags, given: Given): Promise<number> {
  const urls = flags.parameters.filter(([name]) => name === 'url').map(([, url]) => url)
  // A repeated --url is refused together with other repeated parameters.
  if (urls.length > Math.max(1, flags.words.length)) return printOperation(run, readParameters(run, flags))
  const shared = readParameters(run, { ...flags, parameters: flags.parameters.filter(([name]) => name !== 'url') })
  const isKnown = ([name]: readonly [string, string]) => Object.hasOwn(run.operation.input.shape, name)
  if (!flags.parameters.every(isKnown)) parseInput(run.operation, { ...shared.raw, url: anyUrl }, shared.faulty)
  const values = readScrapeFlags(flags)
  const { base } = values
  const pages = base === undefined ? await namedPages(urls, values['output-dir']) : [{ address: base }]
  if (base === undefined) for (const { address } of pages) given.files.add(address)
  const [page, ...further] = pages
  if (values.server !== undefined && pages.some(({ address }) => /^file:/i.test(address)))
    throw refusal('server', "a service can't read local files", 'Read files without --server.')
  const address = page?.address
  const parametersFor = await readParametersFor(shared, values, run.signal)
  const isList =
    further.length > 0 ||
    values.input !== undefined ||
    (values['output-dir'] !== undefined && address !== undefined) ||
    page?.isInFolder === true
  // Faults that concern all pages are reported once.
  if (isList) parseInput(run.operation, parametersFor(anyUrl).raw, shared.faulty)
  const list = isList ? await readList(values, pages, { run, parametersFor }) : null
  if (!isList && !shared.json && run.isOnTerminal && shared.raw.output === 'screenshot') {
    const next = 'Add --output-file FILE, redirect the output to a file, or add --json.'
    throw refusal('output', "an image can't be printed on a terminal", next)
  }
  given.document = await readGivenDocument(values, run.signal)
  const { server, 'api-key': key } = values
  const here = given.document ? runOfDocument(run, values.base) : run
  const scrape = server === undefined ? here : { ...run, ...runOnServer({ ...run, server, key, isList }) }
  if (list) return await scrapeList(scrape, list)
  return await printOperation(scrape, { ...shared, ...parametersFor(address) })
}

const refusal = (param: string, what: string, next: string) =>
  new ServiceError('value_error', `Value error, ${what}`, { param, next })

type ParametersFor = (url: string | undefined) => RawParameters

/** Reads the parameters of all pages, with headers and cookies from all sources. Throws value_error. */
async function readParametersFor(
  { raw, faulty }: ReadParameters,
  values: ScrapeFlagValues,
  signal: AbortSignal,
): Promise<ParametersFor> {
  const { each } = values
  const read = (kind: OwnKind) =>
    readGivenFields(kind, { each: each[kind], file: values[`${kind}-file`], json: raw[kind] }, signal)
  const [headers, cookies] = [await read('headers'), await read('cookies')]
  const quotes = each.quotes.length > 0 ? each.quotes : raw.quotes
  return (address) => {
    const url = address === undefined ? undefined : withScheme(address)
    const all = Object.entries({ ...raw, url, headers, cookies, quotes }).filter(([, value]) => value !== undefined)
    return { raw: Object.fromEntries(all), ...(faulty ? { faulty } : {}) }
  }
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
