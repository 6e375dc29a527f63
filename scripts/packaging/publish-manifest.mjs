// Replaces package.json with the published version, without parts that only a clone needs. `npm pack` runs this before it packs, and with
// `--restore` afterwards. `node scripts/packaging/publish-manifest.mjs [--restore] [FOLDER]`

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Returns the manifest that users install. A clone has its own Node, but the package doesn't. @see bin/gleaner.mjs */
export function publishedManifest({ scripts, devDependencies, allowScripts, ...rest }) {
  return { ...rest, engines: { node: '>=22.19' } }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { restore: { type: 'boolean' } }, allowPositionals: true })
  const folder = positionals[0] ?? fileURLToPath(new URL('../..', import.meta.url))
  const file = join(folder, 'package.json')
  const saved = join(folder, 'package.json.saved')
  if (!values.restore) {
    const text = readFileSync(file, 'utf8')
    writeFileSync(saved, text)
    writeFileSync(file, `${JSON.stringify(publishedManifest(JSON.parse(text)), null, 2)}\n`)
  } else if (existsSync(saved)) renameSync(saved, file)
}
