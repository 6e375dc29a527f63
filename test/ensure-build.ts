/** Builds the program and the client before the tests if a source is newer than the last build, because tests use the builds. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const builds = [
  { script: 'build.mjs', sources: ['src', 'packages/client/src', 'scripts'], built: '.builds/latest' },
  { script: 'build-client.mjs', sources: ['packages/client/src'], built: 'packages/client/dist/client.js' },
]

export default function setup(): void {
  for (const { script, sources, built } of builds) {
    const paths = sources.flatMap((folder) => {
      return readdirSync(root + folder, { recursive: true }).map((path) => `${root}${folder}/${path}`)
    })
    const newest = Math.max(...paths.map((path) => statSync(path).mtimeMs))
    if (existsSync(root + built) && statSync(root + built).mtimeMs > newest) continue
    execFileSync(process.execPath, [`${root}scripts/${script}`], { stdio: 'inherit' })
  }
}
