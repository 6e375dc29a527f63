import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleEntries, packBundle } from '../../scripts/packaging/pack-mcpb.ts'
import { userSettings } from '../../scripts/packaging/user-settings.ts'
import { frameworks, installFrameworks } from '../frameworks/install.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { expectBothTools, type OnEnd, openTestWeb, type StdioEntry, start, type TestWeb, textOf } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vendor = `${frameworks}node_modules/@anthropic-ai/mcpb/dist/`
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>endobj
4 0 obj<</Length 79>>stream
BT /F1 24 Tf 72 700 Td (Acorns) Tj /F2 24 Tf 100 0 Td <93FA967B8CEA> Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
6 0 obj<</Type/Font/Subtype/Type0/BaseFont/Sample/Encoding/90ms-RKSJ-H/DescendantFonts[7 0 R]>>endobj
7 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/Sample/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 8 0 R>>endobj
8 0 obj<</Type/FontDescriptor/FontName/Sample/Flags 4/FontBBox[0 -200 1000 900]>>endobj
trailer<</Root 1 0 R>>`

/** Where a ZIP archive's last record stores the offset of the directory. */
const directoryOffsetFromEnd = 6

let missing: string | null
let web: TestWeb
let agents: string[]
let folder: string
let bundle: string
let unpacked: string
beforeAll(async () => {
  missing = await installFrameworks()
  agents = []
  web = await openTestWeb({
    '/agent': ({ headers }, response) => {
      agents.push(headers['user-agent'] ?? '')
      response.setHeader('content-type', 'text/html').end('<p>Hello.</p>')
    },
    '/acorns.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
    '/script': { body: '<main id=m></main><script>m.innerHTML = "<p>Leaves in spring.</p>"</script>' },
  })
  folder = mkdtempSync(join(tmpdir(), 'gleaner-mcpb-'))
  bundle = await pack()
  unpacked = join(folder, 'unpacked')
  if (missing !== null) return
  const { unpackExtension } = await import(`${vendor}index.js`)
  expect(await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true })).toBe(true)
}, 180_000)

beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
}, 120_000)

/** Packs the bundle from dist/, which is already up to date. */
async function pack(): Promise<string> {
  const out = join(folder, 'packed')
  mkdirSync(out)
  await promisify(execFile)(process.execPath, [`${root}scripts/packaging/pack-mcpb.ts`, out])
  return join(out, readdirSync(out)[0] ?? '')
}

/** Starts the bundle's server in an empty folder with the user's settings, as a desktop client does. */
async function open(userConfig: Record<string, string> = {}, onEnd?: OnEnd): Promise<{ client: Client; cwd: string }> {
  const { getMcpConfigForManifest } = await import(`${vendor}index.js`)
  const entry: StdioEntry = await getMcpConfigForManifest({
    manifest: json(join(unpacked, 'manifest.json')),
    extensionPath: unpacked,
    systemDirs: { HOME: homedir() },
    userConfig,
    pathSeparator: sep,
  })
  const cwd = mkdtempSync(join(folder, 'cwd-'))
  return { client: await start(entry, { env: web.env, cwd }, onEnd), cwd }
}

/** Paths of the unpacked files. */
function files(): string[] {
  const entries = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(unpacked.length + 1)
      .replaceAll(sep, '/'),
  )
}

describe('the bundle', () => {
  it('has the same bytes every time', () => {
    const packed = readFileSync(bundle)
    // Only the files before the dependencies. Packing the rest works the same way, but takes seconds.
    const again = packBundle(bundleEntries().filter(({ name }) => name < 'node_modules/'))
    const end = Buffer.from(again).readUInt32LE(again.length - directoryOffsetFromEnd)
    expect(end).toBeGreaterThan(100_000)
    expect(packed.subarray(0, end).equals(again.subarray(0, end))).toBe(true)
  })

  it('has a manifest that matches its specification', async () => {
    const manifest = json(join(unpacked, 'manifest.json'))
    const { MANIFEST_SCHEMAS } = await import(`${vendor}shared/constants.js`)
    expect(MANIFEST_SCHEMAS[manifest.manifest_version].safeParse(manifest).error).toBeUndefined()
    const { $schema, ...schema } = json(`${vendor}mcpb-manifest-v${manifest.manifest_version}.schema.json`)
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    validate(manifest)
    expect(validate.errors).toBeNull()
    expect(files()).toContain(manifest.server.entry_point)
  })

  it('masks the secrets among its settings, and requires none', () => {
    const { user_config, server, version } = json(join(unpacked, 'manifest.json'))
    expect(version).toBe(json(`${root}package.json`).version)
    for (const { name, isSecret } of userSettings) {
      const key = /^\$\{user_config\.(\w+)\}$/.exec(server.mcp_config.env[name])?.[1] ?? ''
      expect(user_config[key]).toMatchObject({ required: false, default: '' })
      expect(user_config[key].sensitive ?? false).toBe(isSecret)
    }
    expect(Object.keys(user_config)).toHaveLength(userSettings.length)
  })

  it('contains only the production dependencies, in the versions of the lock file', () => {
    const { packages } = json(`${root}package-lock.json`)
    const found = files().flatMap(
      (path) => /^((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*)package\.json$/.exec(path)?.[1] ?? [],
    )
    const bundled = found.filter(Boolean).map((path) => path.slice(0, -1))
    // `devOptional` marks development packages that a production dependency can optionally use.
    const wanted = Object.entries<{ dev?: true; optional?: true; devOptional?: true }>(packages)
      .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
      .map(([path]) => path)
    expect(bundled.sort()).toEqual(wanted.sort())
    for (const path of bundled) expect(json(join(unpacked, path, 'package.json')).version).toBe(packages[path].version)
    expect(files().filter((path) => /\.(map|d\.[cm]?ts|node)$|(^|\/)\.|^(src|test)\//.test(path))).toEqual([])
  })

  it('is small enough to distribute', () => {
    expect(statSync(bundle).size).toBeLessThan(10_000_000)
  })
})

describe("the bundle's server", () => {
  let client: Client
  let cwd: string
  beforeAll(async () => {
    if (missing !== null) return
    const ends: (() => Promise<void>)[] = []
    ;({ client, cwd } = await open({}, (end) => void ends.push(end)))
    return async () => {
      for (const end of ends) await end()
    }
  })

  it('works in an empty folder with only its manifest, and leaves no files there', async () => {
    await expectBothTools(client, web)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('has the tools that the manifest lists, and prompts if the manifest declares them', async () => {
    const manifest = json(join(unpacked, 'manifest.json'))
    const { tools } = await client.listTools()
    expect(manifest.tools.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name))
    expect(client.getServerCapabilities()?.prompts !== undefined).toBe(manifest.prompts_generated)
    expect(client.getServerVersion()).toMatchObject({ name: 'gleaner', version: manifest.version })
  })

  it("receives the user's settings", async () => {
    const { client } = await open({ user_agent: 'Oak/1.0 (someone@example.org)' })
    await client.callTool({ name: 'scrape', arguments: { url: `${web.origin.url}/agent` } })
    expect(agents).toEqual(['Oak/1.0 (someone@example.org)'])
  })

  it('reads a PDF with a library that is loaded on demand', async () => {
    const result = await client.callTool({ name: 'scrape', arguments: { url: `${web.origin.url}/acorns.pdf` } })
    expect(textOf(result)).toMatch(/^content_type: application\/pdf\n\n.*Acorns\s+日本語/ms)
  })

  it.skipIf(lacksBrowser)('renders', async () => {
    const result = await client.callTool({
      name: 'scrape',
      arguments: { url: `${web.origin.url}/script`, render_js: true },
    })
    expect(textOf(result)).toMatch(/^rendered: true\n\n.*Leaves/ms)
  })
})
