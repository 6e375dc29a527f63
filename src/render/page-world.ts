/** Calls our script in the page: in the isolated world of whatever document the main frame shows now. */

import type { PageExpression } from './in-page/page-api.ts'
import { isolatedWorld, worldName } from './page-scripts.ts'
import type { Tab } from './tab.ts'

/** The document went away while it was being asked. */
export class DocumentGone extends Error {
  override readonly name = 'DocumentGone'
}

/** A function that evaluates an expression there. It throws DocumentGone, TabLost. It has no time limit of its own. */
export function openWorld(tab: Tab): <T>(expression: PageExpression<T>) => Promise<T> {
  let contextId = 0
  let document = -1

  return async <T>(expression: PageExpression<T>): Promise<T> => {
    try {
      let asked: string = expression
      if (document !== tab.traffic.documents) {
        const now = tab.traffic.documents
        const world = await tab.send('Page.createIsolatedWorld', { frameId: tab.mainFrameId, worldName })
        contextId = world.executionContextId
        document = now
        // Where a document has no script of its own, ours has not been run either.
        asked = `${isolatedWorld};${expression}`
      }
      const answer = await tab.send('Runtime.evaluate', { expression: asked, contextId, returnByValue: true })
      if (answer.exceptionDetails) {
        const { text, exception } = answer.exceptionDetails
        throw new DocumentGone(`${text} ${exception?.description ?? ''}`)
      }
      return answer.result.value as T
    } catch (error) {
      document = -1
      if (error instanceof Error && goneWords.test(error.message)) throw new DocumentGone(error.message)
      throw error
    }
  }
}

const goneWords =
  /Cannot find (?:context|execution context)|Execution context was destroyed|uniqueContextId|No frame for given id|Frame (?:with|was)|Inspected target navigated/
