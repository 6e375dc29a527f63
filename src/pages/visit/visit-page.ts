/** Loads and reads pages, or reads only those that are kept. */

import type { Work } from '../../base/work.ts'
import type { Sandbox } from '../../readers/sandbox.ts'
import type { PageTaskName, PageTaskValue } from '../../readers/tasks.ts'
import type { PageLoader } from './load-page.ts'
import { type PageVisit, type ReadingTask, Visit, type VisitedPage, type VisitSource } from './visit.ts'

export interface PageVisits {
  /**
   * Throws any error from the engines and the task. With `as_needed`, a missing browser is not an error.
   * @example
   * const { value, credits } = await visits.visitPage(
   * { url: new URL('https://example.com/'), engine: 'as_needed' },
   * { task: 'explain', args: [], purpose: 'to explain it' },
   * work,
   * )
   */
  visitPage<Name extends PageTaskName>(
    visit: PageVisit,
    reading: ReadingTask<Name>,
    work: Work,
  ): Promise<VisitedPage<PageTaskValue<Name>>>
  /** Like `visitPage`, but uses only kept pages, which are free. Returns null if a page must be loaded. Throws any error from the task. */
  visitKept<Name extends PageTaskName>(
    visit: PageVisit,
    reading: ReadingTask<Name>,
    work: Work,
  ): Promise<VisitedPage<PageTaskValue<Name>> | null>
}

export function createPageVisits({ load, loadFrames, find }: PageLoader, sandbox: Sandbox): PageVisits {
  const keptOnly: VisitSource = { load: find, loadFrames: async () => null }
  return {
    async visitPage<Name extends PageTaskName>(target: PageVisit, reading: ReadingTask<Name>, work: Work) {
      const visited = await new Visit({ load, loadFrames }, sandbox, target, reading, work).run()
      return visited as VisitedPage<PageTaskValue<Name>>
    },
    visitKept: (target, reading, work) => new Visit(keptOnly, sandbox, target, reading, work).run(),
  }
}
