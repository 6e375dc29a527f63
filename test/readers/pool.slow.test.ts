import { afterAll, describe, expect, it, vi } from 'vitest'
import { createByteBudget, noShare, type Share } from '../../src/base/share.ts'
import { noStages } from '../../src/base/stages.ts'
import { createSandbox } from '../../src/readers/pool.ts'
import type { Sandbox } from '../../src/readers/tasks.ts'
import { readWithoutEnd } from './endless-reading.ts'
import { pageOf } from './page-of.ts'

const open: Sandbox[] = []
function sandboxWith(options: Partial<Parameters<typeof createSandbox>[0]> = {}): Sandbox {
  const sandbox = createSandbox({ readers: 1, readingLimitMs: 50_000, ...options })
  open.push(sandbox)
  return sandbox
}
afterAll(() => Promise.all(open.map((sandbox) => sandbox.close())))

const read = (
  sandbox: Sandbox,
  html: string,
  signal = new AbortController().signal,
  cssSelector: string | null = null,
  share: Share = noShare,
) => {
  const page = pageOf(html)
  const request = { output: 'markdown', cssSelector, mainContent: false } as const
  return sandbox.run('format', [page, request], { signal, share, releaseBytes: page.body.byteLength })
}

describe('a worker thread', () => {
  it('returns the value of the task, or throws its error with the parameter', async () => {
    const sandbox = sandboxWith()
    await expect(read(sandbox, '<title>T</title><p>text</p>')).resolves.toMatchObject({ title: 'T', content: 'text' })
    await expect(read(sandbox, '<p>text</p>', undefined, '.none')).rejects.toMatchObject({
      name: 'ServiceError',
      type: 'selector_not_matched',
      problems: [{ loc: ['query', 'css_selector'] }],
    })
  })

  it('has room for the largest outputs of a page, six at once, in characters of two bytes', async () => {
    const mark = 'ж'.repeat(100)
    const paths = Array.from({ length: 245 }, (_, n) => `<p>${mark}<a href=${n}>y</a> <img src=${n} alt=y>`)
    const html = `<base href="https://example.com/${'b'.repeat(4000)}/">${mark}${paths.join('')}`
    const outputs = ['markdown', 'clean_html', 'links', 'images', 'text', 'raw_html'] as const
    const request = {
      output: 'markdown',
      extraOutputs: outputs.slice(1),
      cssSelector: null,
      mainContent: false,
    } as const
    const stages: string[] = []
    const sandbox = sandboxWith()
    const signal = new AbortController().signal
    for (let round = 0; round < 5; round++) {
      const page = pageOf(html)
      const count = { ...noStages, add: (stage: string) => void stages.push(stage) }
      const { content, extra } = (await sandbox.run('format', [page, request], {
        ...{ signal, share: noShare, releaseBytes: page.body.byteLength, stages: count },
      })) as { content: string; extra: Record<string, unknown> }
      expect(Object.keys(extra)).toHaveLength(5)
      expect(content.length).toBeGreaterThan(1.7 * 2 ** 20)
      expect(JSON.stringify(extra.clean_html).length).toBeGreaterThan(1.7 * 2 ** 20)
    }
    // Each page waited once, for a thread. After running out of memory it would have waited again, for a child process.
    expect(stages.filter((stage) => stage === 'queue')).toHaveLength(5)
  })

  it('gives up on a document that takes too long, and reads the next one', async () => {
    const sandbox = sandboxWith({ readingLimitMs: 2000 })
    const slow = readWithoutEnd(sandbox)
    const next = read(sandbox, '<p>next</p>')
    await expect(slow).rejects.toMatchObject({
      type: 'invalid_response',
      message: 'The page is too complex to read: it took too long',
    })
    // On a busy machine, starting a thread may also exceed the limit.
    const readNext = next.catch(() => vi.waitFor(() => read(sandbox, '<p>next</p>'), { timeout: 50_000 }))
    await expect(readNext).resolves.toMatchObject({ content: 'next' })
  })

  it('runs a document that takes too long into its time limit only once', async () => {
    const begun: string[] = []
    const stages = { ...noStages, add: (stage: string) => void begun.push(stage) }
    // Given more time, it could also exceed a thread's memory and continue in a process.
    const reading = readWithoutEnd(sandboxWith({ readingLimitMs: 700 }), undefined, undefined, { stages })
    await expect(reading).rejects.toMatchObject({ message: 'The page is too complex to read: it took too long' })
    expect(begun).toEqual(['queue'])
  })

  it('is stopped when its caller disconnects, with the caller’s reason', async () => {
    const sandbox = sandboxWith()
    const leaving = new AbortController()
    const reading = readWithoutEnd(sandbox, leaving.signal)
    const waiting = read(sandbox, '<p>next</p>')
    leaving.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
    await expect(waiting).resolves.toMatchObject({ content: 'next' })
  })

  it('survives a document that needs too much memory', async () => {
    const sandbox = sandboxWith({ memoryBytes: 64 * 1024 * 1024 })
    await expect(read(sandbox, '<b>x</b>'.repeat(150_000))).rejects.toMatchObject({ type: 'invalid_response' })
    await expect(read(sandbox, '<p>next</p>')).resolves.toMatchObject({ content: 'next' })
  })

  it("returns to each caller the result for that caller's page", async () => {
    const sandbox = sandboxWith({ readers: 2 })
    const texts = Array.from({ length: 60 }, (_, i) => `page ${i}`)
    const contents = await Promise.all(texts.map((text) => read(sandbox, `<p>${text}</p>`)))
    expect(contents.map(({ content }) => content)).toEqual(texts)
  })

  it('fails running, waiting and later tasks with overloaded once the pool is closed', async () => {
    const sandbox = sandboxWith()
    const jobs = [readWithoutEnd(sandbox), read(sandbox, '<p>waiting</p>')]
    const ends = Promise.allSettled(jobs)
    await sandbox.close()
    for (const end of await ends) expect(end).toMatchObject({ reason: { type: 'overloaded' } })
    await expect(read(sandbox, '<p>late</p>')).rejects.toMatchObject({ type: 'overloaded' })
  })

  it('refuses a buffer that was already transferred, and reads the next page', async () => {
    const sandbox = sandboxWith()
    const page = pageOf('<p>gone</p>')
    structuredClone(page.body.buffer, { transfer: [page.body.buffer] })
    const request = { output: 'markdown', cssSelector: null, mainContent: false } as const
    const { signal } = new AbortController()
    await expect(
      sandbox.run('format', [page, request], { signal, share: noShare, releaseBytes: page.body.byteLength }),
    ).rejects.toThrow()
    await expect(read(sandbox, '<p>next</p>')).resolves.toMatchObject({ content: 'next' })
  })

  it('refuses a result that far outgrows its page', async () => {
    const sandbox = sandboxWith()
    const links = Array.from({ length: 30_000 }, (_, i) => `<a href="${i}">x</a>`).join('')
    const page = pageOf(
      `<base href="https://example.com/${'x'.repeat(2000)}/"><title>${'t'.repeat(5000)}</title>${links}`,
    )
    const request = { output: 'links', cssSelector: null, mainContent: false } as const
    const { signal } = new AbortController()
    await expect(sandbox.run('format', [page, request], { signal, share: noShare })).rejects.toMatchObject({
      type: 'response_too_large',
    })
    const { title } = await read(sandbox, `<title>${'t'.repeat(5000)}</title><p>x</p>`)
    expect(title).toHaveLength(1000)
  })
})

describe('threads shared by small and large documents', () => {
  const large = (n: number) => `<title>large ${n}</title>${'<p>One of many <a href=x>paragraphs</a>.</p>'.repeat(8000)}`

  it('read small documents while large ones wait in line', async () => {
    const sandbox = sandboxWith()
    const ended: string[] = []
    const readings = [1, 2, 3].map(async (n) => {
      const { title } = await read(sandbox, large(n))
      ended.push(String(title))
    })
    await read(sandbox, '<p>small</p>')
    ended.push('small')
    await Promise.all(readings)
    expect(ended.indexOf('small')).toBeLessThan(2)
    expect(ended.filter((name) => name !== 'small')).toEqual(['large 1', 'large 2', 'large 3'])
  })
})

describe('threads shared by API keys', () => {
  it('read the page of one key while pages of another key occupy all of them', async () => {
    const sandbox = sandboxWith({ readers: 2 })
    const budget = createByteBudget(2 ** 20)
    const leaving = new AbortController()
    const ended: string[] = []
    const hostile = [1, 2, 3, 4].map(() => {
      const reading = readWithoutEnd(sandbox, leaving.signal, budget.open('attacker'))
      return reading.catch(() => {}).finally(() => ended.push('hostile'))
    })
    for (const name of ['first', 'second']) {
      const share = budget.open('honest')
      await expect(read(sandbox, `<p>${name}</p>`, undefined, null, share)).resolves.toMatchObject({ content: name })
      ended.push(name)
    }
    expect(ended).toEqual(['first', 'second'])
    leaving.abort(new Error('left'))
    await Promise.all(hostile)
  })

  it('release the bytes of a page whether or not it can be read', async () => {
    const sandbox = sandboxWith()
    const share = createByteBudget(2 ** 20).open('a')
    share.take(5000)
    const html = '<p>text</p>'
    await read(sandbox, html, undefined, null, share)
    expect(share.bytes).toBe(5000 - html.length)
    await expect(read(sandbox, html, AbortSignal.abort(new Error('left')), null, share)).rejects.toThrow('left')
    expect(share.bytes).toBe(5000 - 2 * html.length)
  })
})
