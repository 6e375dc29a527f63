/** Runs an administration command in this process, on the keys of a running service. */

import { afterAll, beforeAll } from 'vitest'
import type { Access } from '../../../src/access/access.ts'
import { type CommandContext, UsageError } from '../../../src/interfaces/cli/command.ts'
import { runKeys } from '../../../src/interfaces/cli/keys-command.ts'
import type { runUsage } from '../../../src/interfaces/cli/usage-command.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { openTestService, type TestService } from '../../service.ts'

interface Started {
  gleaner: TestService
  /** The origin has one page, at `/`. */
  origin: Origin
}

/** A service, and an origin that it may fetch from. Both run for the duration of the file's tests. */
export function startedService(): Started {
  const started = {} as Started
  beforeAll(async () => {
    started.origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
    started.gleaner = await openTestService()
  })
  afterAll(async () => {
    await started.gleaner.close()
    await started.origin.close()
  })
  return started
}

export async function runCommand(command: typeof runKeys | typeof runUsage, access: Access, ...argv: string[]) {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const out = (text: string) => void stdout.push(text)
  const err = (text: string) => void stderr.push(text)
  const composed = Object.assign(Object.create(access), { close: async () => {} })
  const context = { argv, out, err, compose: { access: async () => composed } } as unknown as CommandContext
  const code = await Promise.resolve(context)
    .then(command)
    .catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      err(`${error.message}\n`)
      return 2
    })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Creates a key with these terms, as `gleaner keys create` does. */
export async function createKey(access: Access, ...flags: string[]): Promise<{ key: string; key_id: string }> {
  return JSON.parse((await runCommand(runKeys, access, 'create', '--name', 'mine', ...flags, '--json')).stdout)
}
