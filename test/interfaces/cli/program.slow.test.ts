import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../../scripts/ensure-services.mjs'
import { createCommands } from '../../../src/interfaces/cli/commands.ts'
import { findBrowser } from '../../../src/render/browser/find-browser.ts'
import { lacks } from '../../needs.ts'
import { openTestWeb, type TestWeb } from '../../packaging/started.ts'
import { bin, runProgram, startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'
import { openTestService, type TestService, testSettings } from '../../service.ts'
import { until } from '../../waits.ts'

let folder: string
let web: TestWeb
let service: TestService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-cli-'))
  service = await openTestService()
  web = await openTestWeb({
    '/late': (_, response) => void setTimeout(() => response.end('<p>Late, but here.</p>'), 2500),
    '/link': { body: '<p>A page</p><a href="/x">x</a>' },
  })
})
afterAll(async () => {
  await service.close()
  await web.close()
  rmSync(folder, { recursive: true })
})

const commands = createCommands()
const lacksBrowser = lacks('a browser', (await findBrowser()) !== null)

describe('every example in the help', () => {
  /** Replacements for real sites and for folders on this machine. */
  const here = (call: string) =>
    call
      .replace('https://example.com/', `${web.origin.url}/`)
      .replace('http://127.0.0.1:8787', service.url)
      .replace('/backups/', `${folder}/backup-`)
      .replace(/(urls\.txt|report\.pdf|pages\b)/g, `${folder}/$1`)
      .replace('--domain de', '--domain com')
      .split(' ')

  it('works if its command exits', async () => {
    const settings = { ...web.env, GLEANER_DATA_DIR: join(folder, 'data'), GLEANER_API_KEY: service.key }
    writeFileSync(join(folder, 'urls.txt'), `${web.origin.url}/\n`)
    const report = new URL('../../fixtures/documents/report.pdf', import.meta.url)
    copyFileSync(report, join(folder, 'report.pdf'))
    for (const { name, manual } of commands) {
      for (const { call } of (await manual()).examples ?? []) {
        if (name === 'serve' || name === 'worker' || (call.includes('--render-js') && lacksBrowser)) continue
        const { code, stdout } = await runMain(here(call), settings)
        // On a machine without DNS or a browser, gleaner doctor reports problems.
        expect([call, name === 'doctor' ? Math.min(code ?? 9, 1) >= 0 : code === 0]).toEqual([call, true])
        expect([call, stdout === '']).toEqual([call, false])
      }
    }
  })

  it('starts the service if that is its command', async () => {
    for (const { call } of (await commands.find(({ name }) => name === 'serve')?.manual())?.examples ?? []) {
      const argv = [...call.replace('8080', '0').split(' '), ...(call.includes('--port') ? [] : ['--port', '0'])]
      const child = startProgram(argv, { GLEANER_DATA_DIR: join(folder, 'data') })
      let printed = ''
      child.stdout?.on('data', (chunk) => {
        printed += chunk
      })
      await until(`the start of gleaner ${call}`, () => printed.includes('listens on'))
      child.kill('SIGTERM')
      expect(await once(child, 'close')).toEqual([0, null])
    }
  })
})

describe('the command line', () => {
  it.each(commands.map(({ name }) => name))(
    '%s --help prints the same as gleaner help, and does nothing else',
    async (name) => {
      const settings = { GLEANER_DATA_DIR: join(folder, 'untouched') }
      const [asked, help] = await Promise.all([runMain([name, '--help'], settings), runMain(['help', name], settings)])
      expect(asked).toMatchObject({ code: 0, stderr: '', stdout: help.stdout })
      expect(() => readFileSync(join(folder, 'untouched'))).toThrow('ENOENT')
    },
  )

  it.each(['keys creat', 'keys create --nmae x', 'doctor --jso'])(
    'refuses %s without creating a data folder',
    async (call) => {
      const { code, stderr } = await runMain(call.split(' '), { GLEANER_DATA_DIR: join(folder, 'untouched') })
      expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean')])
      expect(existsSync(join(folder, 'untouched'))).toBe(false)
    },
  )

  it('shows colors if they are forced, and none in a pipe', async () => {
    const faulty = ['scrape', `${web.origin.url}/`, '--outptu', 'links']
    const [plain, forced, off] = await Promise.all([
      runProgram(faulty),
      runProgram(faulty, { FORCE_COLOR: '1' }),
      runProgram(faulty, { FORCE_COLOR: '0' }),
    ])
    expect(plain.stderr).toContain('gleaner scrape: unknown flag --outptu; did you mean --output?')
    expect(plain.stderr).not.toContain('\x1b')
    expect(forced.stderr).toContain('\x1b[31mgleaner scrape\x1b[39m')
    expect(off.stderr).not.toContain('\x1b')
    expect((await runProgram(['help', 'scrape'], { FORCE_COLOR: '1' })).stdout).toContain(
      '\x1b[36m--output NAME\x1b[39m',
    )
    expect((await runProgram(['scrape', `${web.origin.url}/`, '--json'], { FORCE_COLOR: '1' })).stdout).not.toContain(
      '\x1b',
    )
  })

  it('shows no progress in a pipe', async () => {
    const { code, stdout, stderr } = await runProgram(['scrape', `${web.origin.url}/late`])
    expect([code, stdout, stderr]).toEqual([0, 'Late, but here.\n', ''])
  })
})

describe('on a terminal', () => {
  const script = findProgram('script')
  const terminalTest = it.skipIf(lacks('a terminal', script !== null && process.platform === 'linux'))
  /** Returns the terminal output of a shell command that runs `gleaner`. */
  const show = async (command: string, env: Record<string, string> = {}) => {
    const file = join(folder, 'gleaner')
    mkdirSync(join(folder, 'home'), { recursive: true })
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
    const running = promisify(execFile)(script ?? '', ['-qec', command, '/dev/null'], {
      env: { ...testSettings, PATH: `${folder}:${process.env.PATH}`, TERM: 'xterm-256color', HOME: folder, ...env },
      cwd: folder,
    })
    running.child.stdin?.end()
    return (await running).stdout
  }

  terminalTest('progress is shown after a second on standard error, and removed', async () => {
    const seen = await show(`gleaner scrape ${web.origin.url}/late > page.md`)
    expect(seen).toMatch(/Fetching 127\.0\.0\.1:\d+ \([12] s\)/)
    expect(seen.trimEnd().endsWith('\r\x1b[2K')).toBe(true)
    expect(readFileSync(join(folder, 'page.md'), 'utf8')).toBe('Late, but here.\n')
  })

  terminalTest('progress counts several pages', async () => {
    const seen = await show(`gleaner scrape ${web.origin.url}/link ${web.origin.url}/late nonsense > lines || true`)
    expect(seen).toMatch(/2 of 3, 1 failed, 1 in progress \([12] s\)/)
    // The summary is on a clean line, after the progress or after a line of output.
    const [before = '', ...after] = seen.trimEnd().split('2 succeeded, 1 failed, 0 skipped')
    expect([after, ['\r\x1b[2K', '\n'].some((end) => before.endsWith(end))]).toEqual([[''], true])
    expect(readFileSync(join(folder, 'lines'), 'utf8').split('\n')).toHaveLength(4)
  })

  terminalTest('the title is printed if the content goes elsewhere', async () => {
    const titled = `gleaner scrape --html titled.html --base https://example.com/`
    writeFileSync(join(folder, 'titled.html'), '<title>Oak\x1b[2J</title><p>A tree.</p>')
    const told = await show(`${titled} > page.md`)
    expect([told.includes('title: Oak\\u001b[2J\r\n'), told.includes('\x1b[2J')]).toEqual([true, false])
    const content = await show(titled)
    expect([content.includes('A tree.\r\n'), content.includes('title')]).toEqual([true, false])
  })

  terminalTest('printed output begins on a clean line', async () => {
    expect(await show(`gleaner scrape ${web.origin.url}/late`)).toContain('\r\x1b[2KLate, but here.\r\n')
  })

  terminalTest('nothing is shown for quick work, or if standard error is not a terminal', async () => {
    expect(await show(`gleaner scrape ${web.origin.url}/link 2> errors`)).toBe(
      'A page\r\n\r\n[x](http://127.0.0.1:PORT/x)\r\n'.replace('PORT', new URL(web.origin.url).port),
    )
    expect(await show(`gleaner scrape ${web.origin.url}/late 2> errors`)).toBe('Late, but here.\r\n')
    expect(readFileSync(join(folder, 'errors'), 'utf8')).toBe('')
  })

  terminalTest('colors are shown, and NO_COLOR removes them', async () => {
    expect(await show('gleaner help scrape')).toContain('\x1b[')
    expect(await show('gleaner help scrape', { NO_COLOR: '1' })).not.toContain('\x1b[')
  })
})
