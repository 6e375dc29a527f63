/** Loads the scorer of extraction quality, which lies beside the repository. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const quality = fileURLToPath(new URL('../../shared/quality', import.meta.url))

/** Copies the scorer to a folder where it finds the packages of `bench/peers`; remove `folder` afterwards. `load` imports one of its files. */
export async function loadRig() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-quality-'))
  cpSync(`${quality}/rig`, folder, { recursive: true })
  const modules = fileURLToPath(new URL('peers/node_modules', import.meta.url))
  execFileSync('ln', ['-s', modules, `${folder}/node_modules`])
  process.env.RIG_DATA = `${quality}/data`
  const load = (name) => import(pathToFileURL(`${folder}/${name}`).href)
  return { folder, load, rig: { ...(await load('lib.mjs')), ...(await load('structure.mjs')) } }
}

/** Installs the systems to compare with, and what the scorer needs, unless they are there. */
export function installPeers(names, say) {
  const folder = fileURLToPath(new URL('peers', import.meta.url))
  if (names.every((name) => existsSync(`${folder}/node_modules/${name}`))) return folder
  say('Installing the systems to compare with …')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
    cwd: folder,
    stdio: 'ignore',
  })
  return folder
}
