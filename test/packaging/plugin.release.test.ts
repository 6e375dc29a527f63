import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { errorTable } from '../../src/base/errors.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { warningCodes } from '../../src/contract/warning.ts'
import { coerceValues } from '../../src/interfaces/coerce.ts'
import { createRegistry, type RegisteredOperation } from '../../src/operations/registry.ts'
import { expectBothTools, openTestWeb, start } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

const { scrape, google_ads: googleAds } = createRegistry(['a-model'])
const operations: RegisteredOperation[] = [scrape, googleAds]

describe('the marketplace', () => {
  const marketplace = json('.claude-plugin/marketplace.json')

  it('has the fields that Claude Code requires, and no others', () => {
    const entry = z.strictObject({ name: z.string(), source: z.string().startsWith('./'), description: z.string() })
    const schema = z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9-]*$/),
      owner: z.strictObject({ name: z.string().min(1) }),
      description: z.string(),
      plugins: z.array(entry).length(1),
    })
    expect(schema.safeParse(marketplace).error).toBeUndefined()
  })

  it("has the plugin's source and name", () => {
    const [{ name, source }] = marketplace.plugins
    expect(json(`${source}/.claude-plugin/plugin.json`).name).toBe(name)
  })
})

describe('the plugin', () => {
  const plugin = json('plugin/.claude-plugin/plugin.json')

  it('has the same name, version, description and license as the package', () => {
    const schema = z.strictObject({
      name: z.string().regex(/^[a-z][a-z0-9-]*$/),
      displayName: z.string(),
      version: z.string().regex(/^\d+\.\d+\.\d+/),
      description: z.string(),
      author: z.strictObject({ name: z.string() }),
      license: z.string(),
      keywords: z.array(z.string()),
    })
    expect(schema.safeParse(plugin).error).toBeUndefined()
    const { name, version, license } = json('package.json')
    expect(plugin).toMatchObject({ name, version, license })
  })

  it('starts a working server from a clone', async () => {
    const web = await openTestWeb()
    const elsewhere = mkdtempSync(join(tmpdir(), 'gleaner-plugin-'))
    onTestFinished(async () => {
      rmSync(elsewhere, { recursive: true })
      await web.close()
    })
    await expectBothTools(await start(entryAt(join(root, 'plugin')), { env: web.env, cwd: elsewhere }), web)
  })
})

/** The entry that Claude Code starts for a plugin in this folder. */
function entryAt(folder: string) {
  const { gleaner } = json('plugin/.mcp.json').mcpServers
  const args = gleaner.args.map((arg: string) => arg.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}/, folder))
  return { ...gleaner, args }
}

describe('the skill', () => {
  const [folder = ''] = readdirSync(join(root, 'plugin/skills'))
  const text = readFileSync(join(root, 'plugin/skills', folder, 'SKILL.md'), 'utf8')
  const [, frontMatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []

  it('has the name of its folder and a description within the limits of agentskills.io, both plain YAML', () => {
    const fields = Object.fromEntries(
      frontMatter.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? [line, '']),
    )
    expect(Object.keys(fields)).toEqual(['name', 'description'])
    expect(fields.name).toBe(folder)
    expect(folder).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(fields.description.length).toBeLessThanOrEqual(1024)
    for (const value of Object.values(fields)) expect(value).not.toMatch(/^['"&*!|>%@`[{]|: | #/)
  })

  it('is short enough to be read in full', () => {
    expect(body.split('\n').length).toBeLessThan(160)
    expect(body.length).toBeLessThan(8500)
  })

  it('names only parameters, values, fields, warnings and errors from the contract', () => {
    const known = new Set([
      ...operations.flatMap(({ name, input, result }) => [name, ...namesIn(input), ...namesIn(result)]),
      ...warningCodes,
      ...Object.keys(errorTable),
      // A field in the error body.
      'retryable',
    ])
    const words = [...body.matchAll(/`([a-z][a-z_]*)`/g)].map(([, word = '']) => word)
    expect(words.length).toBeGreaterThan(30)
    expect([...new Set(words)].filter((word) => !known.has(word) && !domains.includes(word))).toEqual([])
  })

  it('states what to do after every warning that needs an action', () => {
    // These warnings don't change what an agent does next.
    const withoutAction = [
      'charset_guessed',
      'hidden_text_removed',
      'running_text_removed',
      'several_articles',
      'comments_removed',
    ]
    expect(warningCodes.filter((code) => !body.includes(`\`${code}\``))).toEqual(withoutAction)
  })

  it('shows only calls that the contract accepts', () => {
    const shown = [...body.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, call = '']) => JSON.parse(call))
    expect(shown.length).toBeGreaterThan(2)
    for (const call of shown) {
      const operation: RegisteredOperation = 'query' in call ? googleAds : scrape
      expect(() => parseInput(operation, coerceValues(operation, call).raw, [])).not.toThrow()
    }
  })

  it('states the prices and the default window from the contract', () => {
    for (const { name, price } of operations) expect(body).toContain(`Cost of \`${name}\`: ${price?.text}`)
    expect(body).toContain(`at most ${scrape.mcpDefaults?.max_chars?.toLocaleString('en-US')} characters`)
  })

  it('links only to files that exist', () => {
    const targets = [...body.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target = '']) => target)
    expect(targets.filter((target) => !existsSync(join(root, 'plugin/skills', folder, target)))).toEqual([])
  })
})

const domains = ['de']

/** Names of fields and enum values anywhere in a schema. */
function namesIn(schema: z.ZodType): string[] {
  const names: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { properties, enum: values } = node as { properties?: object; enum?: string[] }
    names.push(...Object.keys(properties ?? {}), ...(Array.isArray(values) ? values : []))
    for (const child of Object.values(node)) walk(child)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return names
}
