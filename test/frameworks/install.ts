/** The packages of this folder, installed on demand: they are too large for the checkout's own package.json. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { away, npm } from '../packaging/registry.ts'

/** Where they are; it ends in a slash. */
export const frameworks = fileURLToPath(new URL('.', import.meta.url))

const stamp = `${frameworks}node_modules/.installed`
const claim = `${frameworks}.installing`

/** Installs what the lock names, once. Null when it is there; why not, when the registry is out of reach. Throws when the lock is at fault. */
export async function installFrameworks(): Promise<string | null> {
  const wanted = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) wanted.update(readFileSync(frameworks + file))
  const version = wanted.digest('hex')
  const isThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === version

  while (!isThere()) {
    if (!takeClaim()) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      continue
    }
    try {
      if (isThere()) break
      const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
      const missing = await npm(install, { cwd: frameworks }).then(() => null, away)
      if (missing !== null) return missing
      writeFileSync(stamp, version)
    } finally {
      rmSync(claim, { force: true })
    }
  }
  return null
}

/** The file is made by one process only; one that a dead process has left is taken away. */
function takeClaim(): boolean {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(Number(existsSync(claim) ? readFileSync(claim, 'utf8') : process.pid))) rmSync(claim, { force: true })
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
