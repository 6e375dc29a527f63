// Compiles the TypeScript client into packages/client/dist, with its types. A failed build leaves the previous one in place.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const project = join(root, 'packages/client')
const dist = join(project, 'dist')
/** Two folders for this build only. */
const [made, replaced] = ['new', 'old'].map((name) => join(root, `.builds/client-${name}-${process.pid}`))

mkdirSync(join(root, '.builds'), { recursive: true })
try {
  compile()
  fixImports()
  if (existsSync(dist)) renameSync(dist, replaced)
  renameSync(made, dist)
} finally {
  for (const folder of [made, replaced]) rmSync(folder, { recursive: true, force: true })
}

/** Throws an Error after the compiler's own output. */
function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', project, '--noEmit', 'false', '--declaration', '--outDir', made]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('packages/client does not compile')
}

/** Changes imports of `.ts` files to `.js` files, which are in the package. */
function fixImports() {
  for (const name of readdirSync(made).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(made, name), 'utf8')
    writeFileSync(join(made, name), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
}
