import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { privateBytesOf } from '../../src/base/process-memory.ts'
import { noShare, type Share } from '../../src/base/share.ts'
import type { Page } from '../../src/page/page.ts'
import { createReaderMemory, MemoryTaken, maxIdleBytes } from '../../src/readers/memory.ts'
import { createSandbox } from '../../src/readers/pool.ts'
import type { Reader } from '../../src/readers/reader.ts'
import type { Sandbox } from '../../src/readers/tasks.ts'
import { until } from '../waits.ts'
import { readWithoutEndInChild } from './endless-reading.ts'
import { pageOf } from './page-of.ts'

const mebibyte = 1024 * 1024
const open: Sandbox[] = []
function sandboxWith(options: Partial<Parameters<typeof createSandbox>[0]> = {}): Sandbox {
  const sandbox = createSandbox({ readers: 1, readingLimitMs: 50_000, ...options })
  open.push(sandbox)
  return sandbox
}
afterAll(() => Promise.all(open.map((sandbox) => sandbox.close())))

/** Process ids of the readers that this process has started. */
function childPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('readers/child')
      } catch {
        return false
      }
    })
}

const csv = (text: string): Page => ({ ...pageOf(text), contentType: 'text/csv', mediaType: 'text/csv' })
const request = { output: 'markdown', cssSelector: null, mainContent: false } as const

function read(
  sandbox: Sandbox,
  page = csv('a,b\n1,2\n'),
  share: Share = noShare,
  signal = new AbortController().signal,
) {
  return sandbox.run('format', [page, request], { signal, share, releaseBytes: page.body.byteLength })
}

/** Starts an endless task and resolves with the process that runs it. */
async function startEndless(sandbox: Sandbox, share?: Share) {
  const before = childPids()
  const reading = readWithoutEndInChild(sandbox, new AbortController().signal, share)
  reading.catch(() => {})
  await until('the task to run', () => sandbox.figures().large.working === 1 && childPids().length > before.length)
  const [pid = 0] = childPids().filter((one) => !before.includes(one))
  return { reading, pid }
}

describe.skipIf(process.platform !== 'linux')('a child process that reads documents', () => {
  it('has no environment, no open file except its channel, and the highest oom_score_adj', async () => {
    const sandbox = sandboxWith()
    await read(sandbox)
    const pid = childPids().at(-1) ?? 0
    const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .map((pair) => pair.split('=')[0])
    expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL_'))).toEqual([])
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim()).toBe('1000')
    const targets = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
    const own = targets.filter((target) => !/^(\/dev\/null|anon_inode:|pipe:)/.test(target))
    expect(own.map((target) => target.replace(/\d+/, 'N'))).toEqual(['socket:[N]'])
  })

  it('gives way to the service with all its threads, also those that collect garbage', async () => {
    const sandbox = sandboxWith()
    await read(sandbox)
    const pid = childPids().at(-1) ?? 0
    const threads = readdirSync(`/proc/${pid}/task`)
    expect(threads.length).toBeGreaterThan(1)
    const niceOf = (id: string) => {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'latin1')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
    }
    expect([...new Set(threads.map(niceOf))]).toEqual([Math.min(19, getPriority() + 5)])
  })

  it('costs only its own request when it dies, and the next document is read', async () => {
    const sandbox = sandboxWith({ readers: 2 })
    const first = await startEndless(sandbox)
    const other = read(sandbox)
    process.kill(first.pid, 'SIGKILL')
    await expect(first.reading).rejects.toMatchObject({
      type: 'invalid_response',
      message: 'The page is too complex to read: its reader crashed',
    })
    await expect(other).resolves.toMatchObject({ content: expect.stringContaining('| 1 | 2 |') })
    await expect(read(sandbox)).resolves.toMatchObject({ content: expect.stringContaining('| 1 | 2 |') })
  })

  it('is stopped at the time limit, and no longer exists', async () => {
    const sandbox = sandboxWith({ readingLimitMs: 2000 })
    const { reading, pid } = await startEndless(sandbox)
    await expect(reading).rejects.toMatchObject({ message: 'The page is too complex to read: it took too long' })
    await until('the process to be gone', () => !childPids().includes(pid))
  })

  it('frees memory when idle, and is kept', async () => {
    const sandbox = sandboxWith()
    const before = childPids()
    await read(sandbox, pageOf('<p>Some words of a page.</p>'.repeat(150_000)))
    const [pid = 0] = childPids().filter((one) => !before.includes(one))
    expect(privateBytesOf(pid)).toBeGreaterThan(maxIdleBytes)
    await until('the process to be small', () => (privateBytesOf(pid) ?? 0) < maxIdleBytes)
    // Longer than the pool keeps a process that stays large.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(childPids()).toContain(pid)
  })

  it('is stopped when it exceeds its memory limit', async () => {
    const sandbox = sandboxWith({ memoryBytes: 100 * mebibyte })
    await expect(read(sandbox, pageOf('<b>x</b>'.repeat(1_000_000)))).rejects.toMatchObject({
      type: 'invalid_response',
    })
    await expect(read(sandbox)).resolves.toMatchObject({ title: null })
  })
})

describe('memory for documents', () => {
  const { signal } = new AbortController()

  it('is reserved before a document is read, up to a quarter, and each key leaves a quarter for others', async () => {
    const memory = createReaderMemory(400 * mebibyte)
    const large = () => memory.reserve(50 * mebibyte, signal, 'a')
    const [first] = [await large(), await large(), await large()]
    let waited = 0
    const fourth = large().then(() => waited++)
    await memory.reserve(1000, signal, 'b')
    expect(waited).toBe(0)
    first.release()
    await fourth
  })

  it('is no longer reserved for a cancelled request', async () => {
    const memory = createReaderMemory(100 * mebibyte)
    const all = await Promise.all([1, 2, 3, 4].map(() => memory.reserve(0, signal, null)))
    const leaving = new AbortController()
    const waiting = memory.reserve(0, leaving.signal, 'b')
    leaving.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    for (const reserved of all) reserved.release()
    await expect(memory.reserve(0, signal, 'b')).resolves.toBeDefined()
  })

  it('is taken by one reader at a time if two documents together need more than there is, and both are read', async () => {
    const sandbox = sandboxWith({ readers: 2, memoryBytes: 160 * mebibyte })
    const large = () => read(sandbox, pageOf('<p>Some words of a page.</p>'.repeat(150_000)))
    for (const { content } of await Promise.all([large(), large(), large()])) expect(content).toContain('Some words')
  })

  it('grows while there is room, and a reader that needs more than is left is stopped', async () => {
    const memory = createReaderMemory(400 * mebibyte)
    let usedMb = 0
    const ended: unknown[] = []
    const reader = {
      memoryBytes: () => usedMb * mebibyte,
      end: async (reason?: Error) => void ended.push(reason),
    } as unknown as Reader
    const reserved = await memory.reserve(0, signal, 'a')
    onTestFinished(() => reserved.release())
    reserved.watch(reader)
    usedMb = 160
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(ended).toEqual([])
    await memory.reserve(50 * mebibyte, signal, 'b')
    await memory.reserve(50 * mebibyte, signal, 'c')
    usedMb = 322
    await until('the reader to be ended', () => ended.length > 0)
    expect(ended[0]).toBeInstanceOf(MemoryTaken)
  })
})
