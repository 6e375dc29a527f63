/** Builds the program before the tests when a source is newer than the last build: the tests start it as a user does. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}.builds/latest`

export default function setup(): void {
  const newest = Math.max(
    ...readdirSync(`${root}src`, { recursive: true }).map((file) => statSync(`${root}src/${file}`).mtimeMs),
  )
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  execFileSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' })
}
