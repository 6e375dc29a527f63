/** Documents in the browser: their places, the code that is sent to them, and the evaluation of expressions in their isolated worlds. */

import { extname } from 'node:path'
import type { PageSession } from '../browser/devtools-connection.ts'
import type { PageExpression, PageScripts } from '../in-page/page-api.ts'
import type { PageTraffic } from './page-traffic.ts'

/** A document's place, for settling and reading it: a page's main frame, or a frame within it. */
export interface FrameHost extends PageSession {
  readonly mainFrameId: string
  readonly traffic: PageTraffic
  /** The time budgets of the session's clock. A budget can't be cancelled, and stops the clock when it expires. */
  readonly budgets: ClockBudgets
}

interface ClockBudgets {
  /** True if the page's clock follows real time. Otherwise, Chromium may never draw a frame for a screenshot (version 156, 2026). */
  isRealTime: boolean
  /** Number of budgets that have been granted and, as far as is known, haven't expired. */
  open: number
}

/**
 * Resolves with the value of an expression in the page, awaited if it is a promise. Throws DocumentGone and TabLost, and an Error if the
 * code runs for longer than `limitMs`.
 */
export type Evaluate = <T>(expression: PageExpression<T | Promise<T>>, limitMs?: number) => Promise<T>

/**
 * `page`: its process exited. `flood`: we closed it because it kept opening pages or changing its URL. `reports`: we closed it because it
 * caused too many messages. `browser`: the whole browser exited. `neighbour`: we killed the browser because of another page.
 */
export type TabLossCause = 'page' | 'flood' | 'reports' | 'browser' | 'neighbour'

export class TabLost extends Error {
  override readonly name = 'TabLost'
  readonly lossCause: TabLossCause

  constructor(lossCause: TabLossCause) {
    super(`Lost: ${lossCause}`)
    this.lossCause = lossCause
  }
}

export class DocumentGone extends Error {
  override readonly name = 'DocumentGone'
}

/** Name of the isolated world. The browser and this process can reach it, but the page's scripts can't. */
export const worldName = 'gleaner'

// The import uses a URL, because a static import would bring the browser's types (in-page/tsconfig.json) into this program. The types in
// page-api.ts don't need them.
const { scripts }: { scripts: PageScripts } = await import(
  new URL(`../in-page/scripts${extname(import.meta.url)}`, import.meta.url).href
)

export const { isolatedWorld, mainWorld, measureActivity, scrollToEnd, nextFrame, listFrames, frameAt, readDocument } =
  scripts
export const { search, offersUdp, stageScreenshot, passThrough } = scripts

export type IsolatedWorldOfFrame = ReturnType<typeof openIsolatedWorld>

export function openIsolatedWorld(host: Pick<FrameHost, 'mainFrameId' | 'traffic' | 'send'>) {
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
    /** If the expression evaluates to a frame's element, returns the frame's ID. Otherwise, returns null. Throws like `evaluate`. */
    async frameIdOf(element: PageExpression<unknown>): Promise<string | null> {
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
