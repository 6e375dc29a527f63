/** Installs the packages of a folder under test/ on demand. They are too large for the repository's package.json. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { away, npm } from './registry.ts'

/**
 * Installs the packages of the folder's lock file once. `folder` ends with a slash. Returns null if they are installed, or else why
 * the registry is unreachable. Throws if the lock file is invalid.
 */
export async function installPackages(folder: string): Promise<string | null> {
  const stamp = `${folder}node_modules/.installed`
  const claim = `${folder}.installing`
  const wanted = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) wanted.update(readFileSync(folder + file))
  const version = wanted.digest('hex')
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === version

  while (!isInstalled()) {
    if (!takeClaim(claim)) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      continue
    }
    try {
      if (isInstalled()) break
      const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
      const missing = await npm(install, { cwd: folder }).then(() => null, away)
      if (missing !== null) return missing
      writeFileSync(stamp, version)
    } finally {
      rmSync(claim, { force: true })
    }
  }
  return null
}

/** Acquires a folder's lock, which only one process can hold. Removes a lock left by a dead process. */
function takeClaim(claim: string): boolean {
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
