/** `gleaner scrape`: one page, several pages as JSON lines, or the caller's own document. */

import type { ScrapeResult } from '../../contract/scrape.ts'
import type { GivenDocument } from '../../html/page.ts'
import type { Registry } from '../../operations/registry.ts'
import type { PageEngine } from '../../pages/visit/page-engine.ts'
import type { CommandContext } from './command.ts'
import { scrapeFlags } from './help/scrape-flags.ts'
import { printOperation, readParameters, withOperation } from './operation-command.ts'

/** Resolves with the exit code, the highest if there are several pages. */
export function runScrape(context: CommandContext): Promise<number> {
  let given: GivenDocument | null = null
  const changeEngine = async (engine: PageEngine) => (given === null ? engine : withDocument(engine, given))
  const select = ({ scrape }: Pick<Registry, 'scrape'>) => scrape
  return withOperation(context, { select, ownFlags: scrapeFlags, changeEngine }, async (run, flags) => {
    const one = { ...run, noteOf: context.width === undefined ? titleOf : undefined }
    if (flags.own.length === 0 && flags.words.length < 2) return printOperation(one, readParameters(run, flags))
    const { runScrapeRequest } = await import('./scrape-request.ts')
    return runScrapeRequest(one, flags, (document) => {
      given = document
    })
  })
}

async function withDocument(engine: PageEngine, document: GivenDocument): Promise<PageEngine> {
  return (await import('../../pages/visit/given-page.ts')).engineOfDocument(engine, document)
}

/** Returns the title, which identifies the page when the content goes to a file or a pipe. */
function titleOf({ title }: ScrapeResult): string {
  return title === null || title === '' ? '' : `title: ${title}\n`
}
