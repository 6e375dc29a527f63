/** Installs the tools that Gleaner is compared with, in `bench/peers`. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Absolute path of the peers' folder, without a trailing slash. */
export const peersFolder = fileURLToPath(new URL('../peers', import.meta.url))

/** Installs the peers unless all are present. Throws if npm fails. */
export function installPeers(): void {
  const isThere = (name: string) => existsSync(`${peersFolder}/node_modules/${name}/package.json`)
  if (Object.keys(dependencies()).every(isThere)) return
  // Another program may read standard output as a report.
  process.stderr.write('Installing what is measured against …\n')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  execFileSync('npm', args, { cwd: peersFolder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Returns the installed version of a peer. */
export function versionOf(name: string): string {
  return packageOf(`${peersFolder}/node_modules/${name}`).version ?? ''
}

function dependencies(): Record<string, string> {
  return packageOf(peersFolder).dependencies ?? {}
}

function packageOf(folder: string): { version?: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
}
