/** Builds dist/ before the tests when a source is newer: the tests start the program as a user does. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}dist/main.js`

export default function setup(): void {
  const newest = Math.max(
    ...readdirSync(`${root}src`, { recursive: true }).map((file) => statSync(`${root}src/${file}`).mtimeMs),
  )
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  execFileSync(process.execPath, [`${root}scripts/build.mjs`], { stdio: 'inherit' })
}
