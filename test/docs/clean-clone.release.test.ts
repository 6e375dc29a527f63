import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openOrigin } from '../origin.ts'
import { away, cleanEnv } from '../packaging/registry.ts'
import { testSettings } from '../service.ts'
import { codeBlocks, read, root } from './document.ts'
import { examplePage } from './example-world.ts'

it('the first commands of README.md produce the markdown shown below them from a clean clone', async ({ skip }) => {
  const [commands, output] = codeBlocks(read('README.md'))
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-clone-'))
  const origin = await openOrigin({ '/': { body: examplePage } })
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  // A removed file stays in the list until the removal is committed.
  const paths = listed
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  for (const path of paths) cpSync(join(root, path), join(folder, path))
  try {
    const text = (commands?.text ?? '').replace('https://example.com/', `${origin.url}/`)
    const ran = promisify(execFile)('sh', ['-e', '-c', text], { cwd: folder, env: { ...cleanEnv(), ...testSettings } })
    const { stdout, stderr } = await ran.catch((error) => skip(away(error)))
    expect(stdout.trim().endsWith(output?.text ?? '-')).toBe(true)
    expect(stderr).not.toMatch(/EBADENGINE|allowScripts/)
  } finally {
    await origin.close()
    rmSync(folder, { recursive: true })
  }
}, 300_000)
