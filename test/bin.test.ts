import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A checkout with the real bin/ and a custom main.js. */
function checkout({ main = '', src = '', hasOwnNode = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-bin-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const [path, source] of Object.entries({ 'dist/main.js': main, 'src/main.ts': src })) {
    if (source === '') continue
    mkdirSync(join(folder, path, '..'))
    writeFileSync(join(folder, path), source)
  }
  if (hasOwnNode) {
    mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  }
  return folder
}

/** Makes the process believe that it is running on an old Node, and restart itself with the same Node. */
const old = 'data:text/javascript,if(!process.channel)Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})'

function start(folder: string, argv: string[], { isOld = false } = {}): ChildProcess {
  const child = spawn(process.execPath, [...(isOld ? ['--import', old] : []), join(folder, 'bin/gleaner.mjs'), ...argv])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function end(child: ChildProcess) {
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code, signal }
}

const printVersion =
  'export const main = (argv) => void process.stdout.write(JSON.stringify([process.versions.node, ...argv]))'
const stay = `export function main() {
  process.on('SIGTERM', () => { process.stdout.write('stopped'); process.exit(9) })
  process.stdout.write('ready ')
  setInterval(() => {}, 1000)
}`

describe('the tests', () => {
  it('run on a Node that the service supports', () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
    expect(major * 1000 + minor).toBeGreaterThanOrEqual(22_019)
  })
})

describe('bin/gleaner.mjs', () => {
  it('passes its arguments to dist/main.js', async () => {
    const { stdout, code } = await end(start(checkout({ main: printVersion }), ['scrape', '--css-selector', 'a b']))
    expect(JSON.parse(stdout)).toEqual([process.versions.node, 'scrape', '--css-selector', 'a b'])
    expect(code).toBe(0)
  })

  it('hides only the warning that Node 22 prints about SQLite', async () => {
    const main = `export function main() {
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
      process.emitWarning('Something else')
    }`
    const { stderr } = await end(start(checkout({ main }), []))
    expect([stderr.includes('SQLite'), stderr.includes('Something else')]).toEqual([false, true])
  })

  it("limits a service's heap in the same process, unless the user does or it would lose an IPC channel", async () => {
    const main = 'export const main = () => void process.stdout.write(JSON.stringify([process.pid, process.execArgv]))'
    const folder = checkout({ main })
    const service = start(folder, ['serve'])
    const bound = '--max-semi-space-size=16'
    expect(JSON.parse((await end(service)).stdout)).toEqual([service.pid, [bound]])
    const own = '--max-semi-space-size=8'
    const bounded = await end(spawn(process.execPath, [own, join(folder, 'bin/gleaner.mjs'), 'serve']))
    expect(JSON.parse(bounded.stdout)[1]).toEqual([bound, own])
    expect(JSON.parse((await end(start(folder, ['stdio']))).stdout)[1]).toEqual([])
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const
    const watched = spawn(process.execPath, [join(folder, 'bin/gleaner.mjs'), 'serve'], { stdio: [...stdio] })
    expect(JSON.parse((await end(watched)).stdout)[1]).toEqual([])
  })

  it('keeps what a service allocates outside V8 in few heaps, unless the user chooses otherwise', async () => {
    const main = `export function main() {
      const { MALLOC_ARENA_MAX: arenas, MALLOC_TRIM_THRESHOLD_: trim } = process.env
      process.stdout.write(JSON.stringify([arenas, trim]))
    }`
    const folder = checkout({ main })
    const variablesOf = async (command: string, env: NodeJS.ProcessEnv = {}) => {
      const bin = join(folder, 'bin/gleaner.mjs')
      const { stdout } = await end(spawn(process.execPath, [bin, command], { env: { PATH: process.env.PATH, ...env } }))
      return JSON.parse(stdout)
    }
    expect(await variablesOf('serve')).toEqual([String(Math.ceil(cpus().length / 2)), '131072'])
    expect(await variablesOf('serve', { MALLOC_ARENA_MAX: '4' })).toEqual(['4', '131072'])
    expect(await variablesOf('stdio')).toEqual([null, null])
  })

  it('sets no V8 flag for a command that reads one page, because Node would have to compile its built-in modules', async () => {
    const main = `import { createRequire } from 'node:module'
    export function main() {
      const require = createRequire(import.meta.url)
      require('node:http2')
      const usage = require('internal/test/binding').internalBinding('builtins').getCacheUsage()
      process.stdout.write(JSON.stringify([usage.compiledWithCache.has('http2'), [...usage.compiledWithoutCache]]))
    }`
    const folder = checkout({ main })
    const flags = ['--expose-internals', '--no-warnings']
    const usageOf = async (...argv: string[]) => {
      const child = spawn(process.execPath, [...flags, join(folder, 'bin/gleaner.mjs'), ...argv], { env: {} })
      return JSON.parse((await end(child)).stdout)
    }
    expect(await usageOf('scrape', 'https://example.com/')).toEqual([true, []])
    for (const argv of [['stdio'], ['scrape', '--input', 'list.txt'], ['scrape', 'papers', '--output-dir=markdown']]) {
      expect((await usageOf(...argv))[0], argv.join(' ')).toBe(false)
    }
  })

  it('runs from src/ in an unbuilt checkout', async () => {
    const src = 'export const main = (argv: string[]) => void process.stdout.write(argv.join())'
    expect(await end(start(checkout({ src }), ['serve']))).toMatchObject({ stdout: 'serve', code: 0 })
  })

  it('prints one line with the command to run if there is nothing to start', async () => {
    const stderr = 'gleaner is not built: run "npm run build".\n'
    expect(await end(start(checkout(), []))).toMatchObject({ stderr, stdout: '', code: 1 })
  })

  it.each([
    ['npm start', { npm_package_name: 'gleaner', npm_lifecycle_event: 'start' }],
    ['npx gleaner', { npm_lifecycle_event: 'npx', npm_lifecycle_script: 'gleaner' }],
  ])('exits when %s is stopped, even if its shell does not forward signals', async (_, variables) => {
    const file = join(checkout({ main: stay }), 'bin/gleaner.mjs')
    const script = `"${process.execPath}" "${file}"; true`
    const env = { ...process.env, ...variables }
    const shell = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    shell.stdout.once('data', () => shell.kill('SIGTERM'))
    expect(await end(shell)).toMatchObject({ stdout: 'ready stopped', signal: 'SIGTERM' })
  })

  describe('on an old Node', () => {
    it("restarts itself with the checkout's own Node", async () => {
      const { stdout, stderr, code } = await end(start(checkout({ main: printVersion }), ['a', 'b'], { isOld: true }))
      expect(JSON.parse(stdout)).toEqual([process.versions.node, 'a', 'b'])
      expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    })

    it('prints one line with what to install if the checkout has no Node', async () => {
      const { stdout, stderr, code } = await end(
        start(checkout({ main: printVersion, hasOwnNode: false }), [], { isOld: true }),
      )
      expect(stderr).toMatch(/^gleaner needs Node 22\.19 or newer, this is 20\.1\.0: install it .*\n$/)
      expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    })

    it('forwards the exit code', async () => {
      const main = 'export const main = () => process.exit(3)'
      expect(await end(start(checkout({ main }), [], { isOld: true }))).toMatchObject({ code: 3, signal: null })
    })

    it('forwards a fatal signal', async () => {
      const main = "export const main = () => void process.kill(process.pid, 'SIGKILL')"
      expect(await end(start(checkout({ main }), [], { isOld: true }))).toMatchObject({ code: null, signal: 'SIGKILL' })
    })

    it('forwards standard input and its end', async () => {
      const main = `export async function main() {
        for await (const chunk of process.stdin) process.stdout.write(chunk)
        process.exit(7)
      }`
      const child = start(checkout({ main }), [], { isOld: true })
      child.stdin?.end('ping')
      expect(await end(child)).toMatchObject({ stdout: 'ping', code: 7 })
    })

    it('forwards SIGTERM and waits for the exit', async () => {
      const child = start(checkout({ main: stay }), [], { isOld: true })
      child.stdout?.once('data', () => child.kill('SIGTERM'))
      expect(await end(child)).toMatchObject({ stdout: 'ready stopped', code: 9 })
    })

    it('exits together with its parent as an MCP server, even with its input open', async () => {
      const file = join(checkout({ main: stay }), 'bin/gleaner.mjs')
      const shell = spawn('sh', ['-c', `"${process.execPath}" --import '${old}' "${file}" stdio; true`])
      shell.stdout.once('data', () => shell.kill('SIGKILL'))
      expect(await end(shell)).toMatchObject({ stdout: 'ready stopped', signal: 'SIGKILL' })
    })

    it('stops its child when it is killed', async () => {
      const child = start(checkout({ main: stay }), [], { isOld: true })
      child.stdout?.once('data', () => child.kill('SIGKILL'))
      expect(await end(child)).toMatchObject({ stdout: 'ready stopped', signal: 'SIGKILL' })
    })
  })
})
