import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'

const folder = mkdtempSync(join(tmpdir(), 'gleaner-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('gleaner store', () => {
  it('backs up a running service, and restores it and changes the secret once it has stopped', async () => {
    const settings = { GLEANER_DATA_DIR: join(folder, 'data') }
    const backup = join(folder, 'backup')
    const store = (...argv: string[]) => runMain(['store', ...argv], settings)
    const service = startProgram(['serve', '--port', '0'], settings)
    let printed = ''
    service.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    await expect.poll(() => printed).toContain('curl')
    const made = await store('backup', backup, '--json')
    expect([made.code, JSON.parse(made.stdout)]).toMatchObject([0, { folder: backup, has_secret: true }])
    expect(await store('restore', backup)).toMatchObject({ code: 2, stderr: expect.stringContaining('in use') })
    service.kill('SIGTERM')
    await once(service, 'close')

    expect((await store('change-secret')).stdout).toContain('Restart Gleaner now')
    expect(await store('change-secret')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('run with --end first'),
    })
    expect((await store('change-secret', '--end')).code).toBe(0)
    expect((await store('restore', backup)).stdout).toContain('The previous files are in')
    const listed = JSON.parse((await runMain(['keys', 'list', '--json'], settings)).stdout)
    expect(listed).toMatchObject([{ name: 'first', state: 'active' }])
    for (const wrong of [[], ['turn'], ['backup'], ['change-secret', 'x'], ['backup', 'a', '--end']]) {
      expect(await store(...wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining('gleaner store --help') })
    }
  })
})
