/** Evaluates expressions in the isolated world of a frame's current document. */

import type { PageExpression } from '../in-page/page-api.ts'
import type { FrameHost } from './frame-host.ts'
import { isolatedWorld, worldName } from './page-scripts.ts'

/**
 * Resolves with the value of an expression in the page, awaited if it is a promise. Throws DocumentGone and TabLost, and an Error if the
 * code runs for longer than `limitMs`.
 */
export type Evaluate = <T>(expression: PageExpression<T | Promise<T>>, limitMs?: number) => Promise<T>

export class DocumentGone extends Error {
  override readonly name = 'DocumentGone'
}

export interface IsolatedWorldOfFrame {
  evaluate: Evaluate
  /** If the expression evaluates to a frame's element, returns the frame's ID. Otherwise, returns null. Throws like `evaluate`. */
  frameIdOf(element: PageExpression<unknown>): Promise<string | null>
}

export function openIsolatedWorld(host: Pick<FrameHost, 'mainFrameId' | 'traffic' | 'send'>): IsolatedWorldOfFrame {
  const { document } = host.traffic
  let contextId = 0
  let documentNumber = -1

  async function run(expression: string, returnByValue: boolean, limitMs?: number) {
    try {
      let source = expression
      if (documentNumber !== document.count) {
        const { count } = document
        const world = await host.send('Page.createIsolatedWorld', { frameId: host.mainFrameId, worldName })
        contextId = world.executionContextId
        documentNumber = count
        // In a document with scripts disabled, our own script hasn't run either.
        source = `${isolatedWorld};${expression}`
      }
      const response = await host.send('Runtime.evaluate', {
        expression: source,
        contextId,
        returnByValue,
        awaitPromise: true,
        ...(limitMs === undefined ? {} : { timeout: limitMs }),
      })
      if (response.exceptionDetails) {
        const { text, exception } = response.exceptionDetails
        throw new DocumentGone(`${text} ${exception?.description ?? ''}`)
      }
      return response.result
    } catch (error) {
      documentNumber = -1
      if (error instanceof Error && goneWords.test(error.message)) throw new DocumentGone(error.message)
      throw error
    }
  }

  return {
    evaluate: async <T>(expression: PageExpression<T | Promise<T>>, limitMs?: number) =>
      (await run(expression, true, limitMs)).value as T,
    async frameIdOf(element) {
      const { objectId } = await run(element, false)
      if (objectId === undefined) return null
      const { node } = await host.send('DOM.describeNode', { objectId })
      return node.frameId ?? null
    },
  }
}

/** Chromium's messages for a context or frame that no longer exists (156, November 2026). */
const goneWords =
  /Cannot find (?:context|execution context)|Execution context was destroyed|uniqueContextId|No frame for given id|Frame (?:with|was)|Inspected target navigated/
