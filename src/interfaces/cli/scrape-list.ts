/** Scrapes the URLs in a list, several at a time, and prints a line of JSON for each, in order. */

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ServiceError } from '../../base/errors.ts'
import { noShare } from '../../base/share.ts'
import type { ErrorBody } from '../../contract/operation.ts'
import { tooLong } from '../../contract/parameters.ts'
import { type ScrapeResult, urlMaxLength } from '../../contract/scrape.ts'
import type { Registry } from '../../operations/registry.ts'
import type { RawParameters } from '../../operations/runtime.ts'
import { errorBodyOf, shownError } from '../error-body.ts'
import type { OutputFolder } from './batch/output-folder.ts'
import type { CommandContext } from './command.ts'
import type { NamedPage } from './given/named-files.ts'
import type { OperationRun } from './operation-command.ts'
import { exitCodeOf } from './operation-failure.ts'

type Scrape = Registry['scrape']

export type ScrapeRun = OperationRun<Scrape['input'], Scrape['result']> &
  Pick<CommandContext, 'drained'> & { isOnTerminal?: boolean }

export interface AddressList {
  /** Null for a line that is too long for a URL. */
  pages: Iterable<NamedPage> | AsyncIterable<NamedPage | null>
  /** Number of URLs, or null if it isn't known beforehand. */
  count: number | null
  concurrency: number
  /** Folder for the pages' content, or null to include the content in the lines. */
  folder: OutputFolder | null
  /** Throws value_error. */
  parametersFor(address: string): RawParameters
}

interface Line {
  text: string
  exitCode: number
}

/** Maximum number of finished lines that may wait for a slow page. Once it is reached, no more pages are started. */
const maxWaiting = 64

/** Resolves with the highest exit code. If the signal aborts, prints the finished lines and throws `signal.reason`. */
export async function scrapeList(run: ScrapeRun, list: AddressList): Promise<number> {
  const { signal, out, drained } = run
  const progress = createProgress(run, list)
  const source = takeUntilFailure(list.pages, signal)
  const work = async (item: Item) => {
    if (signal.aborted) return { line: null }
    progress.begin()
    const line = await lineOf(run, list, item)
    progress.end(line)
    return { line }
  }
  let highest = 0
  const bounds = { concurrency: list.concurrency, highWaterMark: maxWaiting }
  const lines: AsyncIterable<{ line: Line | 'skipped' | null }> = Readable.from(source.items).map(work, bounds)
  for await (const { line } of lines) {
    if (line === null || line === 'skipped') continue
    out(`${line.text}\n`)
    highest = Math.max(highest, line.exitCode)
    // After an abort, this doesn't wait for the reader.
    if (!signal.aborted) await drained(signal).catch(() => {})
  }
  signal.throwIfAborted()
  // Otherwise, progress could be drawn once more below the summary.
  run.progress('')
  if (!run.isQuiet) run.err(progress.summary())
  source.throwFailure()
  return highest
}

interface Item {
  page: NamedPage | null
  /** Number from 1. */
  number: number
}

/** Yields numbered URLs until the signal aborts or reading fails. The failure is thrown once all started pages have been printed. */
function takeUntilFailure(pages: AddressList['pages'], signal: AbortSignal) {
  let failure: { error: unknown } | null = null
  async function* numbered(): AsyncGenerator<Item> {
    let number = 0
    try {
      for await (const page of pages) {
        if (signal.aborted) return
        yield { page, number: ++number }
      }
    } catch (error) {
      failure = { error }
    }
  }
  return {
    items: numbered(),
    throwFailure() {
      if (failure) throw failure.error
    },
  }
}

async function lineOf(run: ScrapeRun, list: AddressList, { page, number }: Item): Promise<Line | 'skipped' | null> {
  const requestId = randomUUID()
  try {
    const path = page ? (list.folder?.pathFor(number, page) ?? '') : ''
    if (list.folder?.skips(path)) return 'skipped'
    const { line, exitCode } = await scrape(run, list, { address: page?.address ?? null, path, requestId })
    return { text: JSON.stringify(line), exitCode }
  } catch (error) {
    if (run.signal.aborted) return null
    const failure = shownError(error, requestId)
    if (page?.isInFolder && failure.type === 'unsupported_content_type') return 'skipped'
    const body: ErrorBody & { url: string | null } = { url: page?.address ?? null, ...errorBodyOf(failure, requestId) }
    return { text: JSON.stringify(body), exitCode: exitCodeOf(failure) }
  }
}

async function scrape(
  { operation, invoke, signal, exitCodeOf }: ScrapeRun,
  { folder, parametersFor }: AddressList,
  { address, path, requestId }: { address: string | null; path: string; requestId: string },
): Promise<{ line: object; exitCode: number }> {
  if (address === null) throw new ServiceError('string_too_long', tooLong(urlMaxLength), { param: 'url' })
  const caller = { keyId: null, transport: 'cli' } as const
  const request = { caller, share: noShare, requestId, signal }
  const result: ScrapeResult = await invoke(operation, parametersFor(address), request)
  const exitCode = exitCodeOf?.(result) ?? 0
  if (folder === null) return { line: result, exitCode }
  const file = await folder.write(path, result)
  const { content, ...rest } = result
  return { line: { ...rest, file }, exitCode }
}

/** Reports `12 of 50, 3 failed, 4 in progress`, or `12 done, …` if the total is unknown. */
function createProgress({ progress }: ScrapeRun, { count }: AddressList) {
  let [underWay, done, failed, skipped] = [0, 0, 0, 0]
  const report = () =>
    progress(`${done} ${count === null ? 'done' : `of ${count}`}, ${failed} failed, ${underWay} in progress`)
  return {
    begin(): void {
      underWay++
      report()
    },
    end(line: Line | 'skipped' | null): void {
      underWay--
      done++
      if (line === 'skipped') skipped++
      else if (line === null || line.exitCode > 0) failed++
      report()
    },
    summary: () => `${done - failed - skipped} succeeded, ${failed} failed, ${skipped} skipped\n`,
  }
}
