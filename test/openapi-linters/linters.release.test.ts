import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenApi } from '../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../src/operations/registry.ts'
import { installPackages } from '../packaging/installed-packages.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

let missing: string | null
let folder: string
let document: Record<string, unknown>
beforeAll(async () => {
  missing = await installPackages(here)
  folder = mkdtempSync(join(tmpdir(), 'gleaner-openapi-'))
  document = createOpenApi(Object.values(createRegistry(['claude-haiku-5-5'])))
}, 180_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
afterAll(() => rmSync(folder, { recursive: true }))

interface Verdict {
  code: number
  text: string
}

/** Runs a linter on a document. */
function lint(program: string, args: string[], value: object): Promise<Verdict> {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(value))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve) => {
    const bin = join(here, 'node_modules/.bin', program)
    execFile(bin, ['lint', file, ...args], { cwd: here, env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, text: stdout + stderr })
    })
  })
}

const linters: [string, string[]][] = [
  ['redocly', ['--config', join(here, 'redocly.yaml')]],
  ['spectral', ['--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint']],
]

describe.each(linters)('%s', (program, args) => {
  it('finds no problems in the OpenAPI document', async () => {
    const { code, text } = await lint(program, args, document)
    expect([code, text]).toEqual([0, text])
  }, 60_000)

  it('finds the problems in an invalid document', async () => {
    const { license, ...info } = document.info as Record<string, unknown>
    const paths = document.paths as Record<string, { get: Record<string, unknown> }>
    const { operationId, ...get } = paths['/v1/scrape']?.get ?? {}
    const { code } = await lint(program, args, { ...document, info, paths: { ...paths, '/v1/scrape': { get } } })
    expect(code).not.toBe(0)
  }, 60_000)
})
