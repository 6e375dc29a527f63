// Packs the npm package from a copy, so that the clone's files never change. The published package.json, README.md and CHANGELOG.md leave out
// what only a clone needs. `npm run pack [-- FLAGS OF npm pack]` writes the tarball to the current folder.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, cwd, platform } from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

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

/** Copies the files of the package, which must be built, to a new folder. */
export function stagePackage(folder) {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const path of files) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const [name, publishedText] of Object.entries(published)) {
    writeFileSync(join(folder, name), publishedText(readFileSync(join(root, name), 'utf8')))
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-pack-'))
  try {
    stagePackage(folder)
    const args = ['pack', '--pack-destination', cwd(), ...argv.slice(2)]
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: platform === 'win32' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
