import { expect, it } from 'vitest'
import { runUsage } from '../../../src/interfaces/cli/usage-command.ts'
import { createKey, runCommand, startedService } from './run-command.ts'

const started = startedService()

const usage = (...argv: string[]) => runCommand(runUsage, started.gleaner.access, ...argv)

it('prints the usage of each key, as JSON and as a table', async () => {
  const { key, key_id } = await createKey(started.gleaner.access, '--credits', '100')
  const headers = { authorization: `Bearer ${key}` }
  await started.gleaner.get('/v1/scrape', { url: `${started.origin.url}/` }, { headers })
  await started.gleaner.get('/v1/scrape', { url: `${started.origin.url}/`, css_selector: '#none' }, { headers })
  const today = new Date().toISOString().slice(0, 10)
  const listed = JSON.parse((await usage('--key', key_id, '--json')).stdout)
  expect(listed.usage).toEqual([{ key_id, day: today, operation: 'scrape', requests: 1, failed: 1, credits: 1 }])
  const { stdout } = await usage()
  expect(stdout).toMatch(/^KEY +DAY +OPERATION +SUCCEEDED +FAILED +CREDITS\n/)
  expect(stdout).toMatch(new RegExp(`^${key_id} +${today} +scrape +1 +1 +1$`, 'm'))
})

it('exits with code 2 for an unknown key or invalid days', async () => {
  expect((await usage('--key', 'nothing')).code).toBe(2)
  expect(await usage('--from', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') })
  expect(await usage('--from', '2999-01-01')).toMatchObject({ code: 2, stderr: expect.stringContaining('--from') })
})
