/** `gleaner scrape`: reads one page, several pages as JSON lines, or the caller's own document. */

import { ServiceError } from '../../base/errors.ts'
import type { ScrapeResult } from '../../contract/scrape.ts'
import { isSoftFailure } from '../../contract/warning.ts'
import type { Registry } from '../../operations/registry.ts'
import type { GivenDocument, ReadFile } from '../../page/page.ts'
import type { PageEngine } from '../../pages/visit/page-engine.ts'
import type { CommandContext } from './command.ts'
import { scrapeFlags } from './help/scrape-flags.ts'
import { withOperation } from './operation-command.ts'

/** Resolves with the exit code, or the highest exit code of several pages. */
export function runScrape(context: CommandContext): Promise<number> {
  let given: GivenDocument | null = null
  const changeEngine = async (engine: PageEngine) => (given === null ? engine : withDocument(engine, given))
  const select = ({ scrape }: Pick<Registry, 'scrape'>) => scrape
  /** URLs of the files that arguments name. No other file is read, because a list of URLs may come from someone else. */
  const files = new Set<string>()
  const readFile: ReadFile = async (url, signal) => {
    const { readNamedFile } = await import('./given/given-document.ts')
    if (files.has(url.href)) return readNamedFile(url, signal)
    throw new ServiceError('address_refused', 'Only files that are named as arguments are read')
  }
  return withOperation(context, { select, ownFlags: scrapeFlags, changeEngine, readFile }, async (run, flags) => {
    const asksForKept =
      flags.parameters.some(([name, value]) => name === 'max_age_s' && value !== '0') &&
      !flags.own.some(([name]) => name === 'server')
    const noteOf = (result: ScrapeResult) =>
      `${run.width === undefined ? titleOf(result) : ''}${continuationOf(result)}${asksForKept ? keepsNothing : ''}`
    const fails = flags.own.some(([name, value]) => name === 'fail' && value === 'true')
    const { runScrapeRequest } = await import('./scrape-request.ts')
    const take = (document: GivenDocument) => {
      given = document
    }
    const exitCodeOf = fails ? exitCodeOfPage : undefined
    const own = { noteOf, exitCodeOf, isOnTerminal: run.width !== undefined }
    return runScrapeRequest({ ...run, ...own }, flags, take, (url) => void files.add(url))
  })
}

const keepsNothing = '--max-age-s has no effect: the command line keeps no pages\n'

async function withDocument(engine: PageEngine, document: GivenDocument): Promise<PageEngine> {
  return (await import('../../pages/visit/given-page.ts')).engineOfDocument(engine, document)
}

function titleOf({ title }: ScrapeResult): string {
  return title === null || title === '' ? '' : `title: ${title}\n`
}

function continuationOf({ next_offset: next, offset, total_chars: total }: ScrapeResult): string {
  if (next === null) return ''
  const [from, to, all] = [offset, next, total].map((count) => count.toLocaleString('en-US'))
  const part = offset === 0 ? to : `${from} to ${to}`
  return `continues: ${part} of ${all} characters; add --offset ${next} to read on\n`
}

function exitCodeOfPage({ status_code: status, warnings }: ScrapeResult): number {
  return status >= 400 || isSoftFailure(warnings) ? 3 : 0
}
