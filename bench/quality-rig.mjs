/** Loads the extraction-quality scorer, which is next to the repository. */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { peersFolder } from './rig/peers.ts'

export const quality = fileURLToPath(new URL('../../shared/quality', import.meta.url))

/** Copies the scorer to `folder`, next to the packages of `bench/peers`. `load` imports a file. Remove `folder` afterwards. */
export async function loadRig() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-quality-'))
  cpSync(`${quality}/rig`, folder, { recursive: true })
  execFileSync('ln', ['-s', `${peersFolder}/node_modules`, `${folder}/node_modules`])
  process.env.RIG_DATA = `${quality}/data`
  const load = (name) => import(pathToFileURL(`${folder}/${name}`).href)
  return { folder, load, rig: { ...(await load('lib.mjs')), ...(await load('structure.mjs')) } }
}
