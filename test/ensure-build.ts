/** Builds the program before the tests when a source is newer than the last build: the tests start it as a user does. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}.builds/latest`

export default function setup(): void {
  const newest = Math.max(
    ...['src', 'packages/client/src'].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true }).map((file) => statSync(`${root}${folder}/${file}`).mtimeMs),
    ),
  )
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  for (const program of ['build.mjs', 'build-client.mjs']) {
    execFileSync(process.execPath, [`${root}scripts/${program}`], { stdio: 'inherit' })
  }
}
