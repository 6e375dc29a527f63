import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from './origin.ts'
import { runProgram, startProgram } from './program.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-main-'))
  origin = await openOrigin({
    '/': { body: '<title>T</title><p>Hello <b>world</b></p><a href="/x">x</a>' },
    '/404': { status: 404, body: '<p>not here</p>' },
    '/never': () => {},
    '/long': { body: `<p>${'x'.repeat(2_000_000)}</p>` },
  })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Starts `gleaner serve` and resolves with its first lines, up to the curl line. */
async function startService(settings: Record<string, string>, ...flags: string[]) {
  const child = startProgram(['serve', '--port', '0', ...flags], { GLEANER_DATA_DIR: folder, ...settings })
  const lines: string[] = []
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('curl')) break
  }
  return { child, lines, url: /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0] ?? '' }
}

describe('gleaner serve', () => {
  it('prints a key once, with a curl line that works, and ends on SIGTERM', async () => {
    const first = await startService({})
    const key = /glnr_\w+/.exec(first.lines.join('\n'))?.[0] ?? ''
    expect(first.lines.at(-1)).toContain(`-H 'Authorization: Bearer ${key}'`)
    const url = `${first.url}/v1/scrape?url=${origin.url}/`
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    expect(await response.json()).toMatchObject({ title: 'T' })
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'close')).toEqual([0, null])

    const second = await startService({})
    expect(second.lines.join('\n')).not.toMatch(/glnr_\w+/)
    const again = await fetch(`${second.url}/v1/scrape?url=${origin.url}/`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(again.status).toBe(200)
    second.child.kill('SIGINT')
    expect(await once(second.child, 'close')).toEqual([0, null])
  })

  it('needs no key with --no-auth', async () => {
    const { child, url } = await startService({}, '--no-auth')
    expect((await fetch(`${url}/v1/scrape?url=${origin.url}/`)).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')
  })

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['a port that is none', ['serve'], { GLEANER_PORT: 'x' }, /GLEANER_PORT/],
    ['--no-auth beyond loopback', ['serve', '--no-auth', '--host', '0.0.0.0'], {}, /--no-auth/],
    ['every address without allowed hosts', ['serve', '--host', '0.0.0.0'], {}, /GLEANER_ALLOWED_HOSTS/],
    ['a flag that it has not', ['serve', '--prot', '1'], {}, /--prot/],
    ['a command that it has not', ['sevre'], {}, /no command sevre/],
  ])('refuses %s with its name and exit code 2', async (_, argv, settings, words) => {
    const { code, stderr } = await runProgram(argv, { GLEANER_DATA_DIR: folder, ...settings })
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
  })
})

describe('gleaner scrape', () => {
  it('prints the content alone', async () => {
    const { code, stdout } = await runProgram(['scrape', `${origin.url}/`, '--main-content', 'false'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Hello **world**\n\n[x](${origin.url}/x)\n` })
  })

  it('prints all of a long page, however slowly it is read', async () => {
    const child = startProgram(['scrape', `${origin.url}/long`, '--output', 'raw_html'])
    if (!child.stdout) throw new Error('no output')
    const ended = once(child, 'close')
    let length = 0
    // The pipe is full by then, and takes more only as it is read.
    await once(child.stdout, 'readable')
    for await (const chunk of child.stdout) {
      length += (chunk as Buffer).length
      await setImmediate()
    }
    expect(await ended).toEqual([0, null])
    expect(length).toBe(2_000_008)
  })

  it('ends without an error when its output is closed', async () => {
    const child = startProgram(['scrape', `${origin.url}/long`, '--output', 'raw_html'])
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    child.stdout?.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toBe('')
  })

  it('prints lists and objects as JSON', async () => {
    const { stdout } = await runProgram(['scrape', `${origin.url}/`, '--output', 'links'])
    expect(JSON.parse(stdout)).toEqual([{ url: `${origin.url}/x`, text: 'x', internal: true }])
  })

  it('prints a page that the target refused, with a warning, and exits with 0', async () => {
    const { code, stdout, stderr } = await runProgram(['scrape', `${origin.url}/404`])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'not here\n' })
    expect(stderr).toMatch(/^warning: target_status: /)
  })

  it.each<[string, string[], number, RegExp]>([
    ['bad input', ['scrape'], 2, /^missing: url: Field required/],
    ['a typo', ['scrape', 'https://example.com/', '--ouput', 'links'], 2, /^extra_forbidden: ouput: /],
    ['a refused address', ['scrape', 'http://10.0.0.1/'], 2, /^address_refused: /],
    ['an unreachable target', ['scrape', 'http://127.0.0.1:1024/'], 3, /^target_unreachable: /],
    ['what is not configured', ['scrape', 'https://example.com/', '--prompt', 'x'], 4, /^model_not_configured: /],
  ])('exits as promised for %s', async (_, argv, expected, words) => {
    const { code, stdout, stderr } = await runProgram(argv)
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
    expect(stderr).toMatch(words)
  })

  it('shows its flags on --help', async () => {
    const { code, stdout } = await runProgram(['scrape', '--help'])
    expect(code).toBe(0)
    for (const flag of ['--css-selector', '--render-js', '--max-chars', '--json']) expect(stdout).toContain(flag)
  })

  it('ends at once on SIGINT', async () => {
    const child = startProgram(['scrape', `${origin.url}/never`])
    await origin.arrived('/never')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
  })
})

describe('gleaner keys', () => {
  it('creates, lists and revokes', async () => {
    const settings = { GLEANER_DATA_DIR: join(folder, 'keys') }
    const created = await runProgram(['keys', 'create', '--name', 'mine', '--json'], settings)
    const { key, ...rest } = JSON.parse(created.stdout)
    expect(key).toMatch(/^glnr_/)
    expect(rest).toEqual({ key_id: key.split('_')[1], name: 'mine', credits: null })
    expect((await runProgram(['keys', 'revoke', rest.key_id], settings)).code).toBe(0)
    const listed = JSON.parse((await runProgram(['keys', 'list', '--json'], settings)).stdout)
    expect(listed).toMatchObject([{ key_id: rest.key_id, name: 'mine', revoked_at: expect.any(String) }])
    expect((await runProgram(['keys', 'revoke', 'nothing'], settings)).code).toBe(2)
    expect((await runProgram(['keys', 'create'], settings)).code).toBe(2)
  })
})
