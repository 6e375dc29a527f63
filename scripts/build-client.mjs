// Compiles the client for TypeScript into packages/client/dist, with its types.

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packages/client')
const dist = join(folder, 'dist')

/** Throws an Error after the compiler's own lines. */
export function buildClient() {
  rmSync(dist, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', folder, '--noEmit', 'false', '--declaration', '--outDir', dist]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('packages/client does not compile')
  // The compiler leaves the names of sources in declarations: other programs look for the files that are shipped.
  for (const name of readdirSync(dist).filter((path) => path.endsWith('.d.ts'))) {
    const text = readFileSync(join(dist, name), 'utf8')
    writeFileSync(join(dist, name), text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"))
  }
  cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
}

if (import.meta.main) buildClient()
