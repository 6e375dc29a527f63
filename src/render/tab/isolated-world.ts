/** Evaluates expressions in the isolated world of the document that the main frame shows now. */

import type { PageExpression } from '../in-page/page-api.ts'
import { isolatedWorld, worldName } from './page-scripts.ts'
import type { Tab } from './tab.ts'

/** Resolves with the value of an expression in the page. Throws DocumentGone and TabLost. It has no time limit of its own. */
export type Evaluate = <T>(expression: PageExpression<T>) => Promise<T>

/** The document was replaced while an expression was evaluated in it. */
export class DocumentGone extends Error {
  override readonly name = 'DocumentGone'
}

export function openIsolatedWorld(tab: Tab): Evaluate {
  const { document } = tab.traffic
  let contextId = 0
  let documentNumber = -1

  return async <T>(expression: PageExpression<T>): Promise<T> => {
    try {
      let source: string = expression
      if (documentNumber !== document.count) {
        const { count } = document
        const world = await tab.send('Page.createIsolatedWorld', { frameId: tab.mainFrameId, worldName })
        contextId = world.executionContextId
        documentNumber = count
        // In a document that has no scripts of its own, ours has not run either.
        source = `${isolatedWorld};${expression}`
      }
      const response = await tab.send('Runtime.evaluate', { expression: source, contextId, returnByValue: true })
      if (response.exceptionDetails) {
        const { text, exception } = response.exceptionDetails
        throw new DocumentGone(`${text} ${exception?.description ?? ''}`)
      }
      return response.result.value as T
    } catch (error) {
      documentNumber = -1
      if (error instanceof Error && goneWords.test(error.message)) throw new DocumentGone(error.message)
      throw error
    }
  }
}

/** Chromium's messages for a context or frame that is no more (156, November 2026). */
const goneWords =
  /Cannot find (?:context|execution context)|Execution context was destroyed|uniqueContextId|No frame for given id|Frame (?:with|was)|Inspected target navigated/
