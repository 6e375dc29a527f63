/** Renders markdown beside the page: a short text can take a parser minutes or all of its memory, and a worker can be ended. */

import type { RenderedMarkdown } from './render-markdown.ts'
import { workerUrl } from './trusted-types.ts'

export interface RenderTask {
  markdown: string
  /** Where the piece starts in the whole text. */
  offset: number
}

/** `ready` comes once, before the worker takes its task; null where the text can't be rendered. */
export type RenderAnswer = 'ready' | RenderedMarkdown | null

/** From when the worker is ready; a piece of prose takes some 30 ms. */
const timeoutMs = 2000

/** Resolves with null where the text can't be rendered, or takes too long; never after the signal is aborted. */
export function renderInWorker(task: RenderTask, signal: AbortSignal): Promise<RenderedMarkdown | null> {
  const worker = new Worker(workerUrl(), { type: 'module', name: 'markdown' })
  const { promise, resolve } = Promise.withResolvers<RenderedMarkdown | null>()
  let timer = 0
  const end = (): void => {
    clearTimeout(timer)
    worker.terminate()
  }
  const settle = (rendered: RenderedMarkdown | null): void => {
    end()
    resolve(rendered)
  }
  signal.addEventListener('abort', end)
  worker.onerror = () => settle(null)
  worker.onmessage = ({ data }: MessageEvent<RenderAnswer>) => {
    if (data !== 'ready') return settle(data)
    timer = setTimeout(settle, timeoutMs, null)
    worker.postMessage(task)
  }
  return promise
}
