/** Scrapes a list of addresses, several at once, and prints a line of JSON for each in the order of the list. */

import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import { noShare } from '../../base/share.ts'
import { tooLong } from '../../contract/parameters.ts'
import type { ErrorBody } from '../../contract/result.ts'
import { type ScrapeResult, urlMaxLength } from '../../contract/scrape.ts'
import type { Registry } from '../../operations/registry.ts'
import type { RawParameters } from '../../operations/runtime.ts'
import { errorBodyOf } from '../error-body.ts'
import { inOrder } from './batch/in-order.ts'
import type { OutputFolder } from './batch/output-folder.ts'
import type { CommandContext } from './command.ts'
import { exitCodeOf } from './exit-codes.ts'
import type { OperationRun } from './operation-command.ts'

type Scrape = Registry['scrape']

export type ScrapeRun = OperationRun<Scrape['input'], Scrape['result']> & Pick<CommandContext, 'drained'>

export interface AddressList {
  /** Null: a line that is too long to be an address. */
  addresses: Iterable<string> | AsyncIterable<string | null>
  /** How many there are, where that is known beforehand. */
  count: number | null
  concurrency: number
  /** Where the contents go; null: into the lines. */
  folder: OutputFolder | null
  /** Throws value_error. */
  parametersFor(address: string): RawParameters
}

interface Line {
  text: string
  exitCode: number
}

/** What waits behind a slow page: so many lines, and so many characters of them. */
const maxWaiting = { count: 1000, size: 32 * 1024 * 1024 }

/** Resolves with the highest exit code. Throws `signal.reason` once what had been done is printed. */
export async function scrapeList(run: ScrapeRun, list: AddressList): Promise<number> {
  const { signal, out, drained } = run
  const { addresses, concurrency } = list
  const progress = createProgress(run, list)
  let highest = 0
  const work = async (address: string | null, number: number) => {
    const line = await lineOf(run, list, address, number)
    progress.done(line)
    return line
  }
  const sizeOf = ({ text }: Line) => text.length
  const options = { concurrency, maxWaiting, sizeOf, signal, onChange: progress.underWay }
  for await (const { text, exitCode } of inOrder(addresses, work, options)) {
    out(`${text}\n`)
    highest = Math.max(highest, exitCode)
    // Nobody is waited for once the signal has aborted: what has been done is printed, and that is the end.
    if (!signal.aborted) await drained(signal).catch(() => {})
  }
  signal.throwIfAborted()
  return highest
}

/** The line of an address; null when the signal ended the work on it. */
async function lineOf(run: ScrapeRun, list: AddressList, address: string | null, number: number): Promise<Line | null> {
  const requestId = randomUUID()
  try {
    return { text: JSON.stringify(await scrape(run, list, { address, number, requestId })), exitCode: 0 }
  } catch (error) {
    if (run.signal.aborted) return null
    const failure = error instanceof ServiceError ? error : bug(requestId, error)
    const body: ErrorBody & { url: string | null } = { url: address, ...errorBodyOf(failure, requestId) }
    return { text: JSON.stringify(body), exitCode: exitCodeOf(failure) }
  }
}

async function scrape(
  { operation, invoke, signal }: ScrapeRun,
  { folder, parametersFor }: AddressList,
  { address, number, requestId }: { address: string | null; number: number; requestId: string },
): Promise<object> {
  if (address === null) throw new ServiceError('string_too_long', tooLong(urlMaxLength), { param: 'url' })
  const caller = { keyId: null, transport: 'cli' } as const
  const request = { caller, share: noShare, requestId, signal }
  const result: ScrapeResult = await invoke(operation, parametersFor(address), request)
  if (folder === null) return result
  const file = await folder.write(number, result)
  const { content, ...rest } = result
  return { ...rest, file }
}

/** The command reports it by its request id, as it does those of the operations. */
function bug(requestId: string, error: unknown): ServiceError {
  emit('gleaner:fault', { requestId, error })
  return new ServiceError('internal', 'Something went wrong on our side', { cause: error })
}

/** Reports `12 of 50, 3 failed, 4 under way`, and `12 done, …` where nobody knows how many there will be. */
function createProgress({ progress }: ScrapeRun, { count }: AddressList) {
  let [done, failed] = [0, 0]
  return {
    done(line: Line | null): void {
      done++
      if (line === null || line.exitCode > 0) failed++
    },
    underWay(underWay: number): void {
      progress?.(`${done} ${count === null ? 'done' : `of ${count}`}, ${failed} failed, ${underWay} under way`)
    },
  }
}
