import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { type EndedProgram, startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'
import { type Json, typesOf } from '../../service.ts'
import { until, within } from '../../waits.ts'

let origin: Origin
let folder: string
/** Completes the responses to `/slow`. */
let endSlow: () => void
let underWay = 0
let maxUnderWay = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-list-'))
  const { promise: slowEnds, resolve } = Promise.withResolvers<void>()
  endSlow = resolve
  origin = await openOrigin({
    '/page': (request, response) => {
      maxUnderWay = Math.max(maxUnderWay, ++underWay)
      response.on('close', () => underWay--)
      response.setHeader('content-type', 'text/html')
      setTimeout(() => response.end(`<title>${request.url}</title><p>This is ${request.url}.</p>`), 5)
    },
    '/slow': async (_, response) => {
      await slowEnds
      response.setHeader('content-type', 'text/html').end('<p>Late, but here.</p>')
    },
    '/silent': () => {},
    '/zip': { headers: { 'content-type': 'application/x-7z-compressed' }, body: '7z' },
    '/gone': { status: 410, body: '<p>Gone.</p>' },
    '/long': { body: `<p>${'An oak is a tree. '.repeat(60_000)}</p>` },
  })
})
afterAll(async () => {
  endSlow()
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Runs `gleaner scrape`, as a separate process if lines are given for standard input. */
async function scrape(argv: readonly string[], lines?: Iterable<string>) {
  const { code, stdout, stderr } = await (lines ? pipeInto(argv, lines) : runMain(['scrape', ...argv]))
  return { code, results: stdout.split('\n').slice(0, -1).map(parsed), said: stderr }
}

async function pipeInto(argv: readonly string[], lines: Iterable<string>): Promise<EndedProgram> {
  const child = startProgram(['scrape', ...argv])
  const [stdin, stdout, stderr] = [child.stdin, child.stdout, child.stderr]
  if (!stdin || !stdout || !stderr) throw new Error('no streams')
  const ended = Promise.all([text(stdout), text(stderr), once(child, 'close'), pipeline(Readable.from(lines), stdin)])
  const [printed, said, [code]] = await within('the end of gleaner scrape', ended)
  return { code, stdout: printed, stderr: said }
}

const parsed = (line: string): Json => JSON.parse(line)

/** A stream of input lines, and the process that reads them and prints results. */
function start(argv: readonly string[]) {
  const child = startProgram(['scrape', ...argv])
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('no streams')
  const ended = Promise.all([once(child, 'close'), text(stderr)]).then(([[code], said]) => ({ code, said }))
  return { child, stdin, stdout, ended }
}

describe('fifty URLs with five kinds of failure', () => {
  const failures: Record<number, [address: string, type: string]> = {
    3: ['ftp://example.com/', 'url_scheme'],
    11: ['http://10.0.0.1/', 'address_refused'],
    20: ['/silent', 'target_timeout'],
    21: ['no address', 'url_parsing'],
    34: ['/zip', 'unsupported_content_type'],
    35: ['ftp://example.com/', 'url_scheme'],
    50: ['/zip', 'unsupported_content_type'],
  }
  const places = Array.from({ length: 50 }, (_, at) => at + 1)
  const addresses = () =>
    places.map((place) => failures[place]?.[0] ?? `/page?${place}`).map((one) => one.replace(/^\//, `${origin.url}/`))

  const expectAll = ({ code, results }: Awaited<ReturnType<typeof scrape>>) => {
    expect(results.map(({ url }) => url)).toEqual(addresses())
    expect(results.map((result) => typesOf(result)[0])).toEqual(places.map((place) => failures[place]?.[1]))
    const read = results.filter((_, at) => !failures[at + 1])
    expect(read.map(({ content }) => content)).toEqual(
      places.filter((place) => !failures[place]).map((place) => `This is /page?${place}.`),
    )
    expect(new Set(results.map(({ request_id }) => request_id)).size).toBe(50)
    expect(code).toBe(3)
  }

  it('produce one line each, in order, and the highest exit code when given as arguments', async () => {
    maxUnderWay = 0
    const run = await scrape([...addresses(), '--timeout-ms', '8000'])
    expectAll(run)
    expect(run.said).toBe('43 succeeded, 7 failed, 0 skipped\n')
    expect(maxUnderWay).toBeLessThanOrEqual(4)
  })

  it('produce the same from a Windows file on standard input', async () => {
    expectAll(
      await scrape(['--input', '-', '--timeout-ms=8000', '--concurrency=16'], [`\uFEFF${addresses().join('\r\n')}`]),
    )
  })

  it('exit with 2 if only input is invalid, and with 0 if everything is valid', async () => {
    const list = join(folder, 'list.txt')
    writeFileSync(list, `${origin.url}/page\n\nftp://example.com/\n`)
    expect((await scrape(['--input', list])).code).toBe(2)
    expect((await scrape([`${origin.url}/page`, `${origin.url}/gone`])).code).toBe(0)
  })
})

describe('--output-dir', () => {
  it('receives the content, and the lines name the files', async () => {
    const pages = join(folder, 'made', 'pages')
    const urls = [`${origin.url}/page?1`, 'ftp://example.com/', `${origin.url}/page?3`]
    const { code, results } = await scrape([...urls, '--output-dir', pages])
    const port = new URL(origin.url).port
    const names = [1, 3].map((number) => `00${number}-127.0.0.1-${port}-page.md`)
    expect([code, readdirSync(pages)]).toEqual([2, names])
    expect(results.map((result) => [result.file, 'content' in result])).toEqual([
      [join(pages, names[0] ?? ''), false],
      [undefined, false],
      [join(pages, names[1] ?? ''), false],
    ])
    expect(readFileSync(join(pages, names[1] ?? ''), 'utf8')).toBe('This is /page?3.\n')
  })

  it('also receives a single page, in a file named after its output', async () => {
    for (const [output, extension] of [
      ['clean_html', 'html'],
      ['links', 'json'],
    ] as const) {
      const { code, results } = await scrape([`${origin.url}/page`, '--output', output, '--output-dir', folder])
      expect([code, results.length]).toEqual([0, 1])
      expect(results[0]).toMatchObject({ output, file: expect.stringMatching(new RegExp(`\\.${extension}$`)) })
      if (extension === 'json') expect(JSON.parse(readFileSync(String(results[0]?.file), 'utf8'))).toEqual([])
    }
  })

  it('receives front matter with the text', async () => {
    const { results } = await scrape([`${origin.url}/page`, '--front-matter', '--output-dir', join(folder, 'headed')])
    const text = readFileSync(String(results[0]?.file), 'utf8')
    expect(text).toBe(
      `---\ntitle: "/page"\nurl: "${origin.url}/page"\nfetched_at: "${results[0]?.fetched_at}"\n---\n\nThis is /page.\n`,
    )
  })

  it('is refused if it cannot be created, and content that cannot be written causes exit code 4', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await scrape(['--input', '-', '--output-dir', file], [])).toMatchObject({
      code: 2,
      said: expect.stringContaining("--output-dir: can't create the folder: part of its path is a file"),
    })
    const { port } = new URL(origin.url)
    const full = mkdtempSync(join(folder, 'full-'))
    // A folder with the file's name already exists.
    await scrape([`${origin.url}/page`, '--output-dir', join(full, `001-127.0.0.1-${port}-page.md`)])
    const { code, results } = await scrape([`${origin.url}/page`, `${origin.url}/page`, '--output-dir', full])
    expect([code, results.map(typesOf)]).toEqual([4, [['storage_unavailable'], []]])
  })
})

describe('a list', () => {
  it('is refused immediately if a flag is invalid for every URL', async () => {
    expect(await scrape(['--input', '-', '--max-chars', '0'], ['https://example.com/\n'])).toMatchObject({
      ...{ code: 2, results: [], said: expect.stringContaining('greater_than_equal: --max-chars') },
    })
    const { code, said } = await scrape(['https://example.com/', '--ouput-dir', 'x'])
    expect([code, said]).toEqual([2, expect.stringContaining('did you mean --output-dir?')])
  })

  it('continues after a URL that is too long, and reports it in its line', async () => {
    const long = `https://example.com/${'x'.repeat(100_000)}`
    const { results } = await scrape(['--input', '-'], [`${long}\n${origin.url}/page\n`])
    expect(results.map((result) => [result.url, ...typesOf(result)])).toEqual([
      [null, 'string_too_long'],
      [`${origin.url}/page`],
    ])
  })

  it('is read while it is processed, even with a hundred thousand URLs', async () => {
    const { child, stdin, stdout, ended } = start(['--input', '-'])
    let written = 0
    function* lines() {
      while (written < 100_000) yield `ftp://example.com/${++written}\n`
    }
    const writing = pipeline(Readable.from(lines()), stdin)
    let [read, maxBytes, ahead] = [0, 0, 0]
    for await (const line of createInterface({ input: stdout })) {
      read++
      ahead = Math.max(ahead, written - read)
      if (!line.includes(`"url":"ftp://example.com/${read}"`)) throw new Error(`line ${read} is ${line}`)
      if (read % 10_000 === 0) maxBytes = Math.max(maxBytes, residentBytes(child.pid))
    }
    await writing
    expect([read, (await ended).code]).toEqual([100_000, 2])
    expect(ahead).toBeLessThan(40_000)
    expect(maxBytes).toBeLessThan(500 * 2 ** 20)
  })

  it('pauses if its output is not read', async () => {
    const { stdin, stdout, ended } = start(['--input', '-', '--concurrency', '8'])
    stdin.on('error', () => {})
    for (let number = 0; number < 500; number++) stdin.write(`${origin.url}/long?${number}\n`)
    const before = origin.requests.length
    await once(stdout, 'readable')
    let seen = -1
    // No more requests arrive within half a second: the program is waiting for its reader.
    await until('the program to wait', async () => {
      const last = seen
      seen = origin.requests.length - before
      await new Promise((resolve) => setTimeout(resolve, 500))
      return seen === last
    })
    expect(seen).toBeLessThan(100)
    stdout.destroy()
    expect(await within('the end of gleaner', ended)).toEqual({ code: 0, said: '' })
  })

  it('waits for a slow page while it fetches fifty others, and prints them after it', async () => {
    const quick = Array.from({ length: 50 }, (_, at) => `${origin.url}/page?q${at}`)
    const before = origin.requests.length
    const running = scrape(['--input', '-'], [[`${origin.url}/slow`, ...quick].join('\n')])
    await until('most of the others', () => origin.requests.length > before + 45)
    endSlow()
    const { code, results } = await running
    expect([code, results.map(({ url }) => url)]).toEqual([0, [`${origin.url}/slow`, ...quick]])
  })

  it('stops on Ctrl-C, prints finished results, and cancels requests in flight', async () => {
    const pages = join(folder, 'interrupted')
    const { child, stdin, stdout, ended } = start(['--input', '-', '--output-dir', pages])
    const urls = ['page?1', 'silent', 'page?3', 'page?4'].map((path) => `${origin.url}/${path}`)
    for (const url of urls) stdin.write(`${url}\n`)
    const isDone = (number: number) => readdirSync(pages).some((name) => name.startsWith(`00${number}-`))
    await until('all pages but one', () => existsSync(pages) && [1, 3, 4].every(isDone))
    await origin.arrived('/silent')
    child.kill('SIGINT')
    const printed = await text(stdout)
    expect(await within('the end of gleaner', ended)).toEqual({ code: 130, said: '' })
    const lines = printed.split('\n').slice(0, -1).map(parsed)
    expect(lines.map(({ url }) => url)).toEqual(urls.filter((url) => !url.endsWith('/silent')))
  })
})

/** Memory of a process on Linux; 0 on other systems. */
function residentBytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}
