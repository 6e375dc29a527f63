/** The program of a worker thread that reads small pages. Loads the tasks from the process's compile cache, if there is one. */

import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { FormatRequest } from '../format/format-request.ts'
import type { Page } from '../page/page.ts'
import type { TaskMessage } from './tasks.ts'

/** Folder of the compile cache, which threads don't inherit. Null if there isn't a cache. */
const compileCache: string | null = workerData
if (compileCache !== null) enableCompileCache(compileCache)
const { runTask } = await import('./entry.ts')

// Usually the first page is still being fetched. Meanwhile, V8 compiles the code and the patterns that most pages need.
await runTask({ task: 'scrape', args: [firstPage(), firstRequest(), { offset: 0 }] })

parentPort?.on('message', async (message: TaskMessage) => {
  const outcome = await runTask(message)
  parentPort?.postMessage(outcome, 'value' in outcome ? buffersIn(outcome.value) : [])
})
// This starts the pool's time limit for reading, which doesn't include the conversion above.
parentPort?.postMessage('started')

function firstPage(): Page {
  const html =
    '<title>A page</title><main><h1>A heading</h1><p>Some text with <a href="/">a link</a></p><p>and more</p></main>'
  const [url, type] = ['https://example.com/', 'text/html']
  return {
    ...{ url, finalUrl: url, status: 200, contentType: type, mediaType: type, charset: 'utf-8', headers: {} },
    ...{ body: new TextEncoder().encode(html), rendered: false, complete: true, warnings: [] },
  }
}

function firstRequest(): FormatRequest {
  return { output: 'markdown', cssSelector: null, mainContent: true }
}

/** Returns the buffers of binary data in a value's fields, up to three levels deep. They are moved rather than copied. */
function buffersIn(value: unknown, depth = 3): ArrayBuffer[] {
  if (value instanceof Uint8Array) return [value.buffer as ArrayBuffer]
  if (depth < 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.values(value).flatMap((field) => buffersIn(field, depth - 1))
}
