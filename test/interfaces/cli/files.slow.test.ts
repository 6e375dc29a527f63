import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bin, startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'
import { testSettings } from '../../service.ts'
import { until } from '../../waits.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-files-'))
  mkdirSync(join(root, 'in/sub'), { recursive: true })
  writeFileSync(join(root, 'in/a.csv'), 'x,y\n1,2\n')
  writeFileSync(join(root, 'in/sub/b.txt'), 'Words')
  writeFileSync(join(root, 'in/sub/c.png'), Buffer.from('\x89PNG\0\x01', 'latin1'))
  writeFileSync(join(root, 'secret.txt'), 'secret')
  symlinkSync(join(root, 'secret.txt'), join(root, 'in/link.txt'))
})
afterAll(() => rmSync(root, { recursive: true }))

const at = (path: string) => join(root, path)
const filesIn = (folder: string) =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())

describe('files as arguments', () => {
  it('reads a file, free and without a request', async () => {
    const { stdout, code } = await runMain(['scrape', at('in/a.csv'), '--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ credits_charged: 0, content_type: 'text/csv' }),
    ])
  })

  it('reads a folder into another, and skips what is there or has no readable kind', async () => {
    const first = await runMain(['scrape', at('in'), '--output-dir', at('out')])
    expect(
      filesIn('out')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a.csv.md', 'b.txt.md'])
    expect(readFileSync(at('out/sub/b.txt.md'), 'utf8').trim()).toBe('Words')
    expect([first.code, first.stderr]).toEqual([0, '2 succeeded, 0 failed, 1 skipped\n'])
    rmSync(at('out/a.csv.md'))
    writeFileSync(at('out/sub/b.txt.md'), 'Mine')
    const again = await runMain(['scrape', at('in'), '--output-dir', at('out'), '--skip-existing'])
    expect(again.stderr).toBe('1 succeeded, 0 failed, 2 skipped\n')
    expect([existsSync(at('out/a.csv.md')), readFileSync(at('out/sub/b.txt.md'), 'utf8')]).toEqual([true, 'Mine'])
  })

  it('writes files of the same name from different folders to different files, also when continuing', async () => {
    for (const folder of ['x', 'y']) {
      mkdirSync(at(`same/${folder}/docs`), { recursive: true })
      for (const name of ['a.txt', 'docs/b.txt']) writeFileSync(at(`same/${folder}/${name}`), `${folder} ${name}`)
    }
    const words = ['same/x/a.txt', 'same/y/a.txt', 'same/x/docs', 'same/y/docs'].map(at)
    await runMain(['scrape', ...words, '--output-dir', at('apart')])
    const contents = filesIn('apart').map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').trim())
    expect(contents.sort()).toEqual(['x a.txt', 'x docs/b.txt', 'y a.txt', 'y docs/b.txt'])
    const again = await runMain(['scrape', ...words, '--output-dir', at('apart'), '--skip-existing'])
    expect(again.stderr).toBe('0 succeeded, 0 failed, 4 skipped\n')
  })

  it('reads the other files of a folder if one is damaged, and says how many failed', async () => {
    mkdirSync(at('mixed'))
    for (const name of ['a.txt', 'z.txt']) writeFileSync(at(`mixed/${name}`), `Words of ${name}`)
    writeFileSync(at('mixed/b.zip'), Buffer.from('504b0304ffff', 'hex'))
    writeFileSync(at('mixed/c.pdf'), '%PDF-1.7\nnot a document')
    const { code, stderr } = await runMain(['scrape', at('mixed'), '--output-dir', at('read')])
    expect([code, stderr.split('\n').at(-2)]).toEqual([3, '2 succeeded, 2 failed, 0 skipped'])
    // Nothing is left of those that failed, so that they are tried again.
    expect(
      filesIn('read')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a.txt.md', 'z.txt.md'])
    const again = await runMain(['scrape', at('mixed'), '--output-dir', at('read'), '--skip-existing'])
    expect(again.stderr.split('\n').at(-2)).toBe('0 succeeded, 2 failed, 2 skipped')
  })

  it('can be stopped and continued: no file is left out, read twice or half written', async () => {
    const names = Array.from({ length: 300 }, (_, i) => `${i}.csv`)
    mkdirSync(at('many'))
    for (const name of names) writeFileSync(at(`many/${name}`), `name,words\n${name},${'x '.repeat(2000)}\n`)
    const argv = ['scrape', at('many'), '--output-dir', at('stopped'), '--skip-existing']
    const program = startProgram(argv)
    const ended = once(program, 'exit')
    const read = () => (existsSync(at('stopped')) ? filesIn('stopped') : [])
    await until('twenty results', () => read().length >= 20)
    program.kill('SIGINT')
    await ended
    const before = read().map(({ name }) => [name, statSync(at(`stopped/${name}`)).mtimeMs] as const)
    expect(before.length).toBeLessThan(names.length)
    expect(before.map(([name]) => name).filter((name) => !name.endsWith('.csv.md'))).toEqual([])
    const again = await runMain(argv)
    expect(again.stderr).toBe(`${names.length - before.length} succeeded, 0 failed, ${before.length} skipped\n`)
    for (const [name, time] of before) expect([name, statSync(at(`stopped/${name}`)).mtimeMs]).toEqual([name, time])
    for (const name of names) expect(readFileSync(at(`stopped/${name}.md`), 'utf8').endsWith(' |\n')).toBe(true)
  })

  it('says when a path does not exist or a folder has no files', async () => {
    mkdirSync(at('bare'))
    const missing = await runMain(['scrape', at('none.pdf')])
    const empty = await runMain(['scrape', at('bare')])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("none.pdf doesn't exist")])
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('bare has no files')])
  })

  it.each(['nothere.pdf', 'nothere.XLSX', 'docs/nothere', 'C:\\nothere.txt', '*.eml'])(
    'says that %s does not exist as a file, without looking up a host',
    async (word) => {
      const { code, stderr } = await runMain(['scrape', word])
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${word} doesn't exist as a file`)])
    },
  )

  it.each(['none.invalid/report.pdf', 'none.invalid', 'localhost:1/a'])('takes %s for a URL', async (word) => {
    expect((await runMain(['scrape', word])).stderr).not.toContain('as a file')
  })

  it('never reads a file that a list of URLs names', async () => {
    writeFileSync(at('list'), `${pathToFileURL(at('secret.txt')).href}\n${at('secret.txt')}\n`)
    const { stdout } = await runMain([
      'scrape',
      at('in/a.csv').replace('in/a.csv', 'none.invalid'),
      '--input',
      at('list'),
    ])
    expect(stdout).not.toContain('secret"')
    const listed = await runMain(['scrape', '--input', at('list')])
    expect(listed.stdout).not.toContain('"content"')
    expect(listed.stdout).toContain('address_refused')
  })
})

describe('file URLs over stdio', () => {
  async function connect(files: Record<string, string>) {
    const client = new Client({ name: 'test', version: '1' })
    const env = { PATH: process.env.PATH ?? '', ...testSettings, ...files }
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin, 'stdio'], env, stderr: 'ignore' }),
    )
    const scrape = async (path: string, more = {}) =>
      JSON.stringify(
        await client.callTool({ name: 'scrape', arguments: { url: pathToFileURL(at(path)).href, ...more } }),
      )
    const described = async () => JSON.stringify((await client.listTools()).tools.find(({ name }) => name === 'scrape'))
    return { client, scrape, described }
  }

  it('reads files below GLEANER_FILES only, and only if it is set', async () => {
    const { client, scrape, described } = await connect({ GLEANER_FILES: at('in') })
    expect(await described()).toContain('file: URL')
    expect(await scrape('in/sub/b.txt', { render_js: true, max_age_s: 5 })).toContain('Words')
    for (const path of ['secret.txt', 'in/link.txt', 'in/none.txt'])
      expect(await scrape(path)).toContain('address_refused')
    await client.close()
    const other = await connect({})
    expect(await other.described()).not.toContain('file: URL')
    expect(await other.scrape('in/sub/b.txt')).toContain('url_scheme')
    await other.client.close()
  })
})
