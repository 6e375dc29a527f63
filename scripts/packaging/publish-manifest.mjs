// Replaces package.json, README.md and CHANGELOG.md with the published versions, without parts that only a clone needs. `npm pack` runs
// this before it packs, and with `--restore` afterwards. `node scripts/packaging/publish-manifest.mjs [--restore] [FOLDER]`

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Returns the manifest that users install. A clone has its own Node, but the package doesn't. @see bin/gleaner.mjs */
export function publishedManifest({ scripts, devDependencies, allowScripts, ...rest }) {
  return { ...rest, engines: { node: '>=22.19' } }
}

/** The published text by file, from the text in a clone. */
const published = {
  'package.json': (text) => `${JSON.stringify(publishedManifest(JSON.parse(text)), null, 2)}\n`,
  'README.md': () => readFileSync(new URL('package-readme.md', import.meta.url), 'utf8'),
  // Files that the changelog links to aren't in the package.
  'CHANGELOG.md': (text) => text.replaceAll(/\]\((?!https?:|#)/g, '](https://github.com/gleaner/gleaner/blob/main/'),
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { restore: { type: 'boolean' } }, allowPositionals: true })
  const folder = positionals[0] ?? fileURLToPath(new URL('../..', import.meta.url))
  for (const [name, publishedText] of Object.entries(published)) {
    const file = join(folder, name)
    // npm packs README.md with any extension.
    const saved = join(folder, `.saved-${name}`)
    if (!values.restore) {
      // A pack that failed has left the published text in the file.
      if (existsSync(saved)) throw new Error(`${saved} exists: run this with --restore first`)
      const text = readFileSync(file, 'utf8')
      writeFileSync(saved, text)
      writeFileSync(file, publishedText(text))
    } else if (existsSync(saved)) renameSync(saved, file)
  }
}
