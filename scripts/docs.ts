/**
 * Writes server.json, the client's types, and the generated parts of docs/ and CONTRIBUTING.md. `--check` only reports whether they are up to
 * date.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clientTypes } from './client-types.ts'
import {
  errorsTable,
  outputsTable,
  parameterTable,
  priceTable,
  promptsTable,
  registry,
  resultTable,
  routesTable,
  settingsTable,
  warningsTable,
} from './document-tables.ts'
import { metricsTable } from './metrics-table.ts'
import { installLines } from './packaging/install-lines.ts'
import { createRegistryEntry } from './packaging/registry-entry.ts'
import { roomMap } from './room-map.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Parts = Record<string, () => string>

/** The text between `<!-- made from SOURCE: begin -->` and `<!-- made from SOURCE: end -->`, by document and SOURCE. */
const parts = {
  'docs/settings.md': { 'src/config/config.ts': settingsTable },
  'docs/scrape.md': {
    'src/contract/scrape.ts#outputs': outputsTable,
    'src/contract/scrape.ts#scrapeInput': () => parameterTable(registry.scrape),
    'src/contract/scrape.ts#scrapeResult': () => resultTable(registry.scrape),
    'src/contract/explain.ts#explainResult': () => resultTable(registry.explain),
    'src/contract/warning.ts': warningsTable,
  },
  'docs/documents.md': { 'src/contract/convert.ts': () => parameterTable(registry.convert) },
  'docs/google-ads.md': {
    'src/contract/google-ads.ts#googleAdsInput': () => parameterTable(registry.google_ads),
    'src/contract/google-ads.ts#googleAdsResult': () => resultTable(registry.google_ads),
  },
  'docs/keys-and-credits.md': { 'src/operations/registry.ts#prices': priceTable },
  'docs/api.md': {
    'src/operations/registry.ts#routes': routesTable,
    'src/base/errors.ts': errorsTable,
  },
  'docs/monitoring.md': { 'src/interfaces/monitoring/metrics/': metricsTable },
  'CONTRIBUTING.md': { 'scripts/rooms.ts': () => roomMap() },
  'docs/development.md': { 'scripts/rooms.ts#all': () => roomMap(true) },
  'docs/mcp.md': {
    'scripts/packaging/install-lines.ts': installLines,
    'src/interfaces/mcp/features/prompts.ts': promptsTable,
  },
} satisfies Record<string, Parts>

const documentNames = Object.keys(parts) as (keyof typeof parts)[]

/** Generated files, each as a function of its current text. */
export const documents: Record<string, (before: string) => string> = {
  ...Object.fromEntries(documentNames.map((name) => [name, (before: string) => updateDocument(name, before)])),
  'packages/client/src/api.ts': clientTypes,
  'server.json': () => {
    const entry = createRegistryEntry(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
    return `${JSON.stringify(entry, null, 2)}\n`
  },
}

/** Returns the document's text with all generated parts updated. Throws an Error if a part is missing or unknown. */
export function updateDocument(name: keyof typeof parts, text: string): string {
  const makers: Parts = parts[name]
  const missing = new Set(Object.keys(makers))
  const updated = text.replace(
    /(<!-- made from (\S+): begin -->\n)[\s\S]*?(<!-- made from \2: end -->)/g,
    (_, begin: string, source: string, end: string) => {
      const make = makers[source]
      if (!make) throw new Error(`${name} has a part made from ${source}, which scripts/docs.ts does not know`)
      missing.delete(source)
      return `${begin}\n${make()}\n\n${end}`
    },
  )
  if (missing.size > 0) throw new Error(`${name} lacks the part made from ${[...missing].join(', ')}`)
  return updated
}

/** Returns the sources of a document's generated parts. */
export const sourcesOf = (name: keyof typeof parts) => Object.keys(parts[name])

if (import.meta.main) {
  const isCheck = process.argv.includes('--check')
  for (const [name, make] of Object.entries(documents)) {
    const before = existsSync(root + name) ? readFileSync(root + name, 'utf8') : ''
    const after = make(before)
    if (!isCheck && after !== before) writeFileSync(root + name, after)
    const verdict =
      after === before ? 'in step with src/' : isCheck ? 'out of step with src/: run "npm run docs"' : 'updated'
    process.stdout.write(`documents: ${name} is ${verdict}\n`)
    if (isCheck && after !== before) process.exitCode = 1
  }
}
