/** Sends requests to a service, with a fixed number in flight. */

import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'

const dispatcher = new Agent({ connections: 256 })

interface RequestOptions {
  key?: string | undefined
}

/** Resolves with the number of bytes in the response. Throws if its status isn't 200. */
export function ask(url: string, { key }: RequestOptions = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { origin, pathname, search } = new URL(url)
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  let bytes = 0
  let status = 0
  dispatcher.dispatch(
    { origin, path: pathname + search, method: 'GET', headers },
    {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        status = statusCode
      },
      onResponseData(_, chunk) {
        bytes += chunk.byteLength
      },
      onResponseEnd() {
        if (status === 200 && bytes > 0) resolve(bytes)
        else reject(new Error(`${url} answered ${status} with ${bytes} bytes`))
      },
      onResponseError(_, error) {
        reject(error)
      },
    },
  )
  return promise
}

/** Requests all URLs and resolves with the elapsed milliseconds. */
export async function askAll(urls: readonly string[], concurrency: number, options?: RequestOptions): Promise<number> {
  const queue = urls.values()
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const url of queue) await ask(url, options).catch((error) => askAgain(error, url, options))
    }),
  )
  return performance.now() - startedAt
}

/** Requests a URL again if its connection was closed: a busy service closes connections whose next request it hasn't read. */
function askAgain(error: NodeJS.ErrnoException, url: string, options?: RequestOptions): Promise<number> {
  if (error.code !== 'ECONNRESET' && error.code !== 'UND_ERR_SOCKET') throw error
  return ask(url, options)
}

/** Requests one URL at regular intervals, without waiting for earlier responses, and resolves with each latency in ms. */
export async function askSteadily(url: string, everyMs: number, forMs: number): Promise<number[]> {
  const answers: Promise<number>[] = []
  const startedAt = performance.now()
  for (let dueAt = startedAt; dueAt < startedAt + forMs; dueAt += everyMs) {
    await pause(Math.max(0, dueAt - performance.now()))
    // This measures from the time when the request was due, so that a late request doesn't hide a wait.
    answers.push(ask(url).then(() => performance.now() - dueAt))
  }
  return Promise.all(answers)
}
