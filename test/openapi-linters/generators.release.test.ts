import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenApi } from '../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../src/operations/registry.ts'
import { installPackages } from '../packaging/installed-packages.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const run = promisify(execFile)

let missing: string | null
let folder: string
beforeAll(async () => {
  missing = await installPackages(here)
  folder = mkdtempSync(join(tmpdir(), 'gleaner-generators-'))
  const document = createOpenApi(Object.values(createRegistry(['claude-haiku-5-5'])))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
}, 180_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
afterAll(() => rmSync(folder, { recursive: true }))

/** Programs that generate a client, with their arguments for a document and an output. */
const generators: Record<string, (input: string, output: string) => [program: string, ...args: string[]]> = {
  ...Object.fromEntries(
    ['axios', 'fetch', 'zod'].map((client) => [
      `orval (${client})`,
      (input, output) => ['orval', '--input', input, '--output', join(output, 'client.ts'), '--client', client],
    ]),
  ),
  'openapi-typescript': (input, output) => ['openapi-typescript', input, '--output', join(output, 'client.ts')],
  '@hey-api/openapi-ts': (input, output) => ['openapi-ts', '--input', input, '--output', output],
}

describe.each(Object.entries(generators))('%s', (_, commandFor) => {
  it('generates a client in which every parameter of scrape has its type', async () => {
    const output = mkdtempSync(join(folder, 'client-'))
    const [program, ...args] = commandFor(join(folder, 'openapi.json'), output)
    await run(process.execPath, [join(here, 'node_modules/.bin', program), ...args], { cwd: output, timeout: 60_000 })
    const files = readdirSync(output, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const client = files.map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
    for (const param of ['url', 'extract_rules', 'max_chars']) {
      expect(client).toMatch(new RegExp(`['"]?\\b${param}['"]?\\??: ?(?:string|number|zod\\.)`))
    }
  }, 90_000)
})
