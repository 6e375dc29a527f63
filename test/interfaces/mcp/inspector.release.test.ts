import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { inspector, installMcpTools } from '../../mcp-tools/install.ts'
import { bin } from '../../program.ts'
import { openListener } from './listener.ts'

const run = promisify(execFile)

type ResultForm = 'text' | 'structured'

const targets: Record<string, (form?: ResultForm) => Promise<string[]>> = {
  stdio: async (form = 'text') => ['-e', `GLEANER_MCP_RESULT=${form}`, process.execPath, bin, 'stdio'],
  HTTP: async (form = 'text') => [
    '--server-url',
    `${(await openListener()).url}?result=${form}`,
    '--transport',
    'http',
    '--header',
    'Authorization: Bearer key-a',
  ],
}

const cases = ['legacy', 'modern'].flatMap((era) =>
  Object.entries(targets).flatMap(([name, target]) =>
    (['text', 'structured'] as const).map((form) => ({ era, name, target, form })),
  ),
)

/** The JSON that the inspector prints, and its standard error. */
async function inspect(args: readonly string[]): Promise<{ printed: Record<string, unknown>; stderr: string }> {
  const home = await mkdtemp(join(tmpdir(), 'inspector-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const env = { ...process.env, HOME: home, USERPROFILE: home }
  const { stdout, stderr } = await run(inspector, ['--cli', ...args, '--format', 'json'], { env })
  return { printed: JSON.parse(stdout), stderr }
}

let missing: string | null
beforeAll(async () => {
  missing = await installMcpTools()
}, 400_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

describe('the inspector', () => {
  it.each(cases)('finds no problem in the schemas: $era over $name, $form', async ({ era, target, form }) => {
    const { printed, stderr } = await inspect([
      ...(await target(form)),
      ...['--protocol-era', era, '--method', 'tools/list', '--strict'],
    ])
    const { result, schemaFindings = [] } = printed
    expect(result).toMatchObject({ tools: [{ name: 'scrape' }, { name: 'google_ads' }] })
    expect(JSON.stringify(result).includes('outputSchema')).toBe(form === 'structured')
    expect(schemaFindings).toEqual([])
    expect(stderr).toBe('')
  })

  it.each([
    ['legacy', 'resources/templates/list', { resourceTemplates: [{ uriTemplate: 'gleaner://snapshot/{id}' }] }],
    ['modern', 'prompts/list', { prompts: [{ name: 'summarize_page' }, {}, {}, { name: 'ads_for' }] }],
  ])('reads the other features: %s, %s', async (era, method, expected) => {
    const target = (await targets.HTTP?.()) ?? []
    const { printed, stderr } = await inspect([...target, '--protocol-era', era, '--method', method])
    expect(printed.result).toMatchObject(expected)
    expect(stderr).toBe('')
  })
})
