/** Renders markdown in a worker. Even a short text can take a parser minutes or exhaust its memory, but a worker can be terminated. */

import { workerUrl } from './trusted-types.ts'

/** Counted from the time when the worker is ready. Rendering prose takes about 50 ms. */
const timeoutMs = 2000

/** Resolves with HTML, or with null if the text can't be rendered in time. Never settles after the signal is aborted. */
export function renderInWorker(markdown: string, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(workerUrl(), { type: 'module', name: 'markdown' })
  const { promise, resolve } = Promise.withResolvers<string | null>()
  let timer = 0
  const stop = (): void => {
    clearTimeout(timer)
    worker.terminate()
  }
  const settle = (html: string | null): void => {
    stop()
    resolve(html)
  }
  signal.addEventListener('abort', stop)
  worker.onerror = () => settle(null)
  // The worker sends `ready` once, as soon as it can receive text.
  worker.onmessage = ({ data }: MessageEvent<'ready' | { html: string } | null>) => {
    if (data !== 'ready') return settle(data?.html ?? null)
    timer = setTimeout(settle, timeoutMs, null)
    worker.postMessage(markdown)
  }
  return promise
}
