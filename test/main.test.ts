import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from './origin.ts'
import { bin } from './program.ts'
import { runMain } from './run-main.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-main-'))
  origin = await openOrigin({
    '/': { body: '<title>T</title><p>Hello <b>world</b></p><a href="/x">x</a>' },
    '/404': { status: 404, body: '<p>not here</p>' },
  })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

describe('bin/gleaner.mjs', () => {
  it('uses only syntax that Node 14 supports, so that it can report which Node to install', () => {
    expect(readFileSync(bin, 'utf8')).not.toMatch(/\?\?=|\|\|=|&&=|\.at\(|\d_\d|static \{/)
  })

  it.skipIf(process.platform === 'win32')('reports in one line that the working directory is gone', () => {
    const gone = 'mkdir "$1" && cd "$1" && rmdir "$1" && exec "$2" "$3" keys list'
    const { status, stderr } = spawnSync('sh', ['-c', gone, 'sh', join(folder, 'gone'), process.execPath, bin], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, 'gleaner: the working directory no longer exists. Change to another one.\n'])
  })
})

describe('gleaner serve', () => {
  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['an invalid port', ['serve'], { GLEANER_PORT: 'x' }, /GLEANER_PORT/],
    ['an invalid port in a flag', ['serve', '--port', 'x'], {}, /^--port: must be a whole number\nFor help: /],
    ['--no-auth beyond loopback', ['serve', '--no-auth', '--host', '0.0.0.0'], {}, /--no-auth/],
    ['a far address without allowed hosts', ['serve', '--host', '192.0.2.1'], {}, /GLEANER_ALLOWED_HOSTS/],
    ['--no-auth with a public URL', ['serve', '--no-auth'], { GLEANER_PUBLIC_URL: 'https://g.example' }, /--no-auth/],
    ['a public URL with a path', ['serve'], { GLEANER_PUBLIC_URL: 'https://g.example/x' }, /GLEANER_PUBLIC_URL/],
    ['a public URL over plain HTTP', ['serve'], { GLEANER_PUBLIC_URL: 'http://g.example' }, /GLEANER_PUBLIC_URL/],
    ['an unknown flag', ['serve', '--prot', '1'], {}, /--prot/],
    ['an unknown command', ['sevre'], {}, /unknown command sevre/],
  ])('refuses %s by name with exit code 2', async (_, argv, settings, words) => {
    const { code, stderr } = await runMain(argv, { GLEANER_DATA_DIR: folder, ...settings })
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
  })
})

describe('gleaner scrape', () => {
  it('prints only the content', async () => {
    const { code, stdout } = await runMain(['scrape', `${origin.url}/`, '--main-content', 'false'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Hello **world**\n\n[x](${origin.url}/x)\n` })
  })

  it('prints arrays and objects as JSON', async () => {
    const { stdout } = await runMain(['scrape', `${origin.url}/`, '--output', 'links'])
    expect(JSON.parse(stdout)).toEqual([{ url: `${origin.url}/x`, text: 'x', internal: true }])
  })

  it('prints an error page from the target with a warning, and exits with 0', async () => {
    const { code, stdout, stderr } = await runMain(['scrape', `${origin.url}/404`])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'not here\n' })
    expect(stderr).toMatch(/^warning: target_status: /)
  })

  it.each<[string, string[], number, RegExp]>([
    ['bad input', ['scrape'], 2, /^gleaner scrape: URL is missing\n/],
    [
      'a typo',
      ['scrape', 'https://example.com/', '--ouput', 'links'],
      2,
      /^gleaner scrape: unknown flag --ouput; did you mean --output\?\nFor help: gleaner scrape --help\n$/,
    ],
    [
      'a parameter of another service',
      ['scrape', 'x.example', '--formats', 'html'],
      2,
      /^gleaner scrape: unknown flag --formats; did you mean --output\?\n/,
    ],
    ['an empty value', ['scrape', 'x.example', '--css-selector', ''], 2, /^gleaner scrape: --css-selector is empty\n/],
    ['a missing file', ['scrape', '--file', 'none'], 2, /^value_error: --file: the file does not exist\nFor help: /],
    [
      'a refused address',
      ['scrape', 'http://10.0.0.1/'],
      2,
      /^address_refused: .+\n.*GLEANER_ALLOW_ADDRESSES=10\.0\.0\.1\/32\n/,
    ],
    ['a bad value', ['scrape', 'x.example', '--headers', '1'], 2, /^value_error: --headers: (?!Value error)/],
    [
      'flags that need others',
      ['scrape', 'x.example', '--wait-for', 'p'],
      2,
      /^value_error: --wait-for needs --render-js or /,
    ],
    ['an unreachable target', ['scrape', 'http://127.0.0.1:1024/'], 3, /^target_unreachable: /],
    ['an unconfigured feature', ['scrape', 'https://example.com/', '--prompt', 'x'], 4, /^model_not_configured: /],
  ])('exits as documented for %s', async (_, argv, expected, words) => {
    const { code, stdout, stderr } = await runMain(argv)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toMatch(words)
  })

  it('explains the scheme that it adds if the server speaks only HTTP', async () => {
    const { code, stderr } = await runMain(['scrape', new URL(origin.url).host])
    expect(code).toBe(3)
    expect(stderr).toMatch(/^target_unreachable: TLS: .+\nA URL without a scheme gets https:\/\/\./)
  })

  it('says that an age has no effect, because it keeps no pages', async () => {
    const { code, stderr } = await runMain(['scrape', `${origin.url}/`, '--max-age-s', '60'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('--max-age-s has no effect') })
  })

  it('warns about a misspelled setting, and prints its version', async () => {
    const { code, stderr } = await runMain(['version'])
    expect([code, stderr]).toEqual([0, ''])
    const warned = await runMain(['scrape', `${origin.url}/`, '-q'], { GLEANER_PORTT: '1' })
    expect(warned).toMatchObject({
      code: 0,
      stderr: 'warning: GLEANER_PORTT is not a setting; did you mean GLEANER_PORT?\n',
    })
  })

  it('shows its flags on --help', async () => {
    const { code, stdout } = await runMain(['scrape', '--help'])
    expect(code).toBe(0)
    for (const flag of ['--css-selector', '--render-js', '--max-chars', '--json']) expect(stdout).toContain(flag)
  })
})

describe('gleaner keys', () => {
  it.each(['keys', 'store'])('lists the commands of %s', async (name) => {
    const { code, stderr } = await runMain([name], { GLEANER_DATA_DIR: join(folder, 'none') })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        new RegExp(`^gleaner ${name}: the command is missing\n( +${name} .+ {2}[A-Z].+\n){3,7}For help: `),
      ),
    ])
  })

  it('creates, lists and revokes', async () => {
    const settings = { GLEANER_DATA_DIR: join(folder, 'keys') }
    const created = await runMain(['keys', 'create', '--name', 'mine', '--json'], settings)
    const { key, ...rest } = JSON.parse(created.stdout)
    expect(key).toMatch(/^glnr_/)
    expect(rest).toEqual({ key_id: key.split('_')[1], name: 'mine', credits: null })
    expect((await runMain(['keys', 'revoke', rest.key_id], settings)).code).toBe(0)
    const listed = JSON.parse((await runMain(['keys', 'list', '--json'], settings)).stdout)
    expect(listed).toMatchObject([{ key_id: rest.key_id, name: 'mine', revoked_at: expect.any(String) }])
    expect((await runMain(['keys', 'revoke', 'nothing'], settings)).code).toBe(2)
    expect((await runMain(['keys', 'create'], settings)).code).toBe(2)
  })
})
