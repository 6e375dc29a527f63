/** Reads saved pages with weights that were not trained on their sites. Runs as a thread of `folds.mjs`. */

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'

// The code that scrape runs, with different weights.
const { weights } = workerData
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (!/\/main-content\/weights\.[jt]s$/.test(found.url)) return found
    return { ...found, url: pathToFileURL(weights).href, format: 'module-typescript' }
  },
})
const src = (name) => import(new URL(`../src/${name}.ts`, import.meta.url).href)
const { extract } = await import('./extract.mjs')
const { findMainContent } = await src('format/main-content/main-content')
const { parseDocument } = await src('html/parse/parse')
const { viewDocument } = await src('html/visibility/page-view')
const { labelsOf, truthOf } = await import(new URL('../scripts/training/pages.ts', import.meta.url).href)

/** Returns the markdown of `{file, url, truth}` and, if it has a truth, confidence and blocks as `[chance, words, true share]`. */
async function read({ file, url, truth }) {
  const html = gunzipSync(readFileSync(file)).toString('utf8')
  const content = await extract(html, url)
  if (!truth) return { content }
  const document = parseDocument(html, url, { noscript: true })
  const { confidence, analysis } = findMainContent(document, viewDocument(document, 'markdown').forMainContent)
  const labels = analysis ? labelsOf(analysis.page, truthOf(truth)) : []
  const blocks = Array.from(labels, (label, n) => [analysis.chances[n], analysis.page.blocks[n].words, label])
  return { content, confidence, blocks }
}

parentPort.on('message', async ({ id, page }) => {
  parentPort.postMessage({ id, ...(await read(page)) })
})
