import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openOrigin } from './origin.ts'
import { startProgram } from './program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A separate checkout with the real program and packages, but no sources. */
function openCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-build-'))
  for (const path of [
    'bin',
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/bundle-app.mjs',
    'scripts/copy-reference.mjs',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

/** A separate TypeScript project that a build also compiles. */
const inPage = 'src/render/in-page/tsconfig.json'

/** The web pages, which a build bundles or copies separately. */
const apart = ['src/playground', 'src/interfaces/http/reference/page']

/** Data files that a build copies. */
const data = ['src/documents/pdf/predefined-cmaps.br', 'src/documents/pdf/predefined-cmaps.license.txt']

const build = (folder: string) => void execFileSync(process.execPath, [join(folder, 'scripts/build.mjs')])
const program = (folder: string) => join(folder, 'bin/gleaner.mjs')
const run = (folder: string) => execFileSync(process.execPath, [program(folder)]).toString()
const buildsIn = (folder: string) => readdirSync(join(folder, '.builds')).filter((name) => name !== 'latest')
const newestIn = (folder: string) => readFileSync(join(folder, '.builds/latest'), 'utf8').trim()

/** Replaces the sources with those of another program. */
function writeSources(folder: string, main: string): void {
  rmSync(join(folder, 'src'), { recursive: true, force: true })
  mkdirSync(join(folder, 'src/render/in-page'), { recursive: true })
  cpSync(join(root, inPage), join(folder, inPage))
  writeFileSync(join(folder, 'src/render/in-page/empty.ts'), 'export {}\n')
  for (const path of [...apart, ...data]) cpSync(join(root, path), join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'src/main.ts'), main)
}

const prints = (text: string) => `export const main = () => void process.stdout.write('${text}')\n`

/** Starts `gleaner serve` in the checkout and resolves with its URL. */
async function startService(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const settings = { GLEANER_DATA_DIR: join(folder, 'data') }
  const child = startProgram(['serve', '--no-auth', '--port', '0'], settings, program(folder))
  onTestFinished(() => void child.kill('SIGKILL'))
  if (!child.stdout) throw new Error('no output')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, url: /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? line }
}

describe('a build', { timeout: 300_000 }, () => {
  it('keeps modules that a running service has not loaded yet', async () => {
    const folder = openCheckout()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // The newest build of the real program, in the form that `build` would create here.
    for (const path of ['latest', newestIn(root)]) {
      cpSync(join(root, '.builds', path), join(folder, '.builds', path), { recursive: true })
    }
    const { child, url } = await startService(folder)
    const origin = await openOrigin({ '/': { body: '<title>Oak</title><p>An oak is a tree.</p>' } })
    onTestFinished(() => origin.close())

    writeSources(folder, prints('another program'))
    build(folder)
    expect(run(folder)).toBe('another program')

    const query = new URLSearchParams({ url: `${origin.url}/` })
    const scraped = await fetch(`${url}/v1/scrape?${query}`)
    expect({ status: scraped.status, body: await scraped.json() }).toMatchObject({
      status: 200,
      body: { title: 'Oak' },
    })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const initialized = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    })
    expect(initialized.status).toBe(200)
    await initialized.body?.cancel()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  describe('of small sources', () => {
    let folder: string
    // Each test builds again in the same checkout.
    beforeAll(() => {
      folder = openCheckout()
      writeSources(folder, prints('first'))
      writeFileSync(join(folder, 'src/moved.ts'), 'export {}\n')
      build(folder)
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    it('is what the program starts from, and dist/ is a copy without removed files', () => {
      expect(run(folder)).toBe('first')
      writeSources(folder, prints('second'))
      build(folder)
      expect(run(folder)).toBe('second')
      expect(readdirSync(join(folder, 'dist')).sort()).toEqual([
        'assets',
        'documents',
        'licenses.txt',
        'main.js',
        'render',
      ])
      expect(readFileSync(join(folder, 'dist/main.js'), 'utf8')).toContain('second')
    })

    it('leaves the last one unchanged if it fails', () => {
      const [before, printed] = [buildsIn(folder), run(folder)]
      const main = readFileSync(join(folder, 'src/main.ts'), 'utf8')
      writeSources(folder, 'export const main = (\n')
      expect(() => build(folder)).toThrow('Command failed')
      writeSources(folder, main)
      expect(run(folder)).toBe(printed)
      expect(existsSync(join(folder, 'dist/main.js'))).toBe(true)
      expect(buildsIn(folder)).toEqual(before)
    })

    it('is reused for the same sources, and builds replaced over a day ago are removed except the last three', () => {
      const before = buildsIn(folder)
      const newest = newestIn(folder)
      const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
      for (const name of before) utimesSync(join(folder, '.builds', name), daysAgo(9), daysAgo(9))
      for (const days of [2, 3, 4]) {
        mkdirSync(join(folder, `.builds/${days}-days`))
        utimesSync(join(folder, `.builds/${days}-days`), daysAgo(days), daysAgo(days))
      }
      build(folder)
      expect(newestIn(folder)).toBe(newest)
      expect(buildsIn(folder).sort()).toEqual([newest, '2-days', '3-days'].sort())
    })
  })
})
