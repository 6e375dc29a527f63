/** An origin in a separate process, so that serving the pages doesn't affect the measured time. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Child, startChild } from './child.ts'

const program = fileURLToPath(new URL('origin-process.ts', import.meta.url))

/** Serves HTML by path, regardless of the query. */
export async function startOrigin(pages: ReadonlyMap<string, Uint8Array>): Promise<Child> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bench-origin-'))
  for (const [path, body] of pages) writeFileSync(`${folder}/${encodeURIComponent(path)}`, body)
  const child = await startChild([program, folder])
  rmSync(folder, { recursive: true })
  return child
}
