import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../packaging/started.ts'
import { bin } from '../program.ts'
import { lacksPostgres, openPostgresServer, postgresPath } from '../services.ts'
import { type CodeBlock, codeBlocks, guides, read, root } from './document.ts'
import { type ExampleWorld, openExampleWorld } from './example-world.ts'

let world: ExampleWorld
beforeAll(async () => {
  world = await openExampleWorld()
})
afterAll(() => world.close())

/** External programs that an example needs, found by the words that mention them. */
const needsPostgres = /^pg_(?:dump|restore) /m

const blocks = guides.flatMap((page) => codeBlocks(read(page)).map((block) => ({ page, ...block })))

/** Normalizes values that differ between runs. */
function withoutChance(text: string): string {
  return world
    .documented(text)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-22T12:00:00.000Z')
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, '0d9d5c9e-6c4c-4c5e-9b53-3d3c4f6d2a10')
    .trim()
}

function expectOutput(printed: string, { language, text }: CodeBlock): void {
  if (language === 'json') expect(keysAndValues(withoutChance(printed))).toEqual(keysAndValues(text))
  else expect(withoutChance(printed)).toBe(text.trim())
}

/** A JSON object and the order of its keys. */
function keysAndValues(json: string): unknown {
  const value: object = JSON.parse(json)
  return { keys: Object.keys(value), value }
}

describe('the shell examples', () => {
  const examples = blocks
    .filter(({ language, text }) => language === 'sh' && !needsPostgres.test(text))
    .map((block) => ({ ...block, title: block.text.split('\n')[0]?.slice(0, 70) }))

  it.each(examples)('$page: $title', async ({ text, page }) => {
    const printed = await world.run(text)
    const output = blocks.find((block) => block.page === page && block.outputOf?.text === text)
    if (output && output.language !== 'sh') expectOutput(printed, output)
  })

  it.skipIf(lacksPostgres)('with PostgreSQL', async () => {
    const postgres = await openPostgresServer()
    const env = { GLEANER_DATABASE_URL: postgres.url, GLEANER_SECRET: 'a secret of sixteen', PATH: postgresPath }
    try {
      await world.run('gleaner keys create --name one', env)
      for (const { text } of blocks.filter(({ text }) => needsPostgres.test(text))) await world.run(text, env)
      expect(await world.run('gleaner keys list', env)).toContain('one')
    } finally {
      await postgres.close()
    }
  })
})

it('the tool result text in docs/mcp.md is what the tool returns', async () => {
  const shown = codeBlocks(read('docs/mcp.md')).find(({ text }) => text.startsWith('title: Example Domain'))
  const client = await start({ command: process.execPath, args: [bin, 'stdio'] }, { env: world.env, cwd: root })
  const url = world.localized('https://example.com/')
  const { content } = (await client.callTool({ name: 'scrape', arguments: { url } })) as { content: { text: string }[] }
  expectOutput(content[0]?.text ?? '', shown as CodeBlock)
})
