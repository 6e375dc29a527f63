import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openConnection } from '../../../src/render/browser/devtools-connection.ts'
import { createMessageAccount } from '../../../src/render/browser/messages.ts'

const limits = { maxEventBytes: 5000, maxResultBytes: 10_000 }
const unlimited = () => createMessageAccount({ maxBytes: 1e9, onUsedUp() {}, onIgnored() {} })

function open() {
  const [commands, messages] = [new PassThrough(), new PassThrough()]
  const posted: { id: number; method: string; params: object; sessionId?: string }[] = []
  commands.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\0').filter(Boolean)) posted.push(JSON.parse(text))
  })
  const connection = openConnection({ commands, messages }, limits)
  const say = (message: object) => messages.emit('data', Buffer.from(`${JSON.stringify(message)}\0`))
  return { connection, posted, say }
}

describe('a command', () => {
  it('settles with the result for its id and session, regardless of the order of results', async () => {
    const { connection, posted, say } = open()
    const session = connection.open('page', unlimited())
    const [one, two] = [session.send('Page.enable'), session.send('Runtime.evaluate', { expression: '2' })]
    expect(posted).toMatchObject([
      { method: 'Page.enable', params: {}, sessionId: 'page' },
      { method: 'Runtime.evaluate', params: { expression: '2' }, sessionId: 'page' },
    ])
    say({ id: posted[1]?.id, result: { value: 3 }, sessionId: 'another' })
    say({ id: posted[1]?.id, result: { value: 2 }, sessionId: 'page' })
    say({ id: posted[0]?.id, error: { message: 'not now' }, sessionId: 'page' })
    expect(await two).toEqual({ value: 2 })
    await expect(one).rejects.toThrow('not now')
  })

  it('fails if its page has closed, or if the browser has exited', async () => {
    const { connection } = open()
    const session = connection.open('page', unlimited())
    const waiting = session.send('Page.enable')
    session.end()
    await expect(waiting).rejects.toThrow('The page was closed')
    await expect(session.send('Page.enable')).rejects.toThrow('The page was closed')
    const browser = connection.root.send('Browser.getVersion')
    connection.end()
    await expect(browser).rejects.toThrow('The page was closed')
  })

  it("fails if its result is too long to read, and uses up the page's message budget", async () => {
    const { connection, posted, say } = open()
    const account = unlimited()
    const evaluating = connection.open('page', account).send('Runtime.evaluate', { expression: 'x' })
    say({ id: posted[0]?.id, result: { value: 'x'.repeat(20_000) }, sessionId: 'page' })
    await expect(evaluating).rejects.toThrow('too long')
    expect(account.count(0)).toBe(false)
  })
})

describe('an event', () => {
  it('reaches the listeners of its session, including those of a worker', () => {
    const { connection, say } = open()
    const page = connection.open('page', unlimited())
    const seen: string[] = []
    page.on('Page.frameDetached', ({ frameId }) => seen.push(frameId))
    page.openChild('worker').on('Page.frameDetached', ({ frameId }) => seen.push(`worker ${frameId}`))
    for (const sessionId of ['page', 'worker', 'other']) {
      say({ method: 'Page.frameDetached', params: { frameId: sessionId }, sessionId })
    }
    say({ method: 'Page.loadEventFired', params: {}, sessionId: 'page' })
    expect(seen).toEqual(['page', 'worker worker'])
  })

  it("counts against its page's message budget, and is not read once that is used up", () => {
    const { connection, say } = open()
    const happened = { usedUp: 0, ignored: 0, seen: 0 }
    const account = createMessageAccount({
      maxBytes: 100_000,
      onUsedUp: () => happened.usedUp++,
      onIgnored: () => happened.ignored++,
    })
    const page = connection.open('page', account)
    page.on('Network.requestWillBeSent', () => happened.seen++)
    const worker = page.openChild('worker')
    worker.on('Network.requestWillBeSent', () => happened.seen++)
    const flood = (count: number, sessionId: string) => {
      for (let n = 0; n < count; n++)
        say({ method: 'Network.requestWillBeSent', params: { url: 'x'.repeat(3900) }, sessionId })
    }
    flood(10, 'page')
    flood(9, 'worker')
    expect(happened).toEqual({ usedUp: 0, ignored: 0, seen: 19 })
    flood(50, 'worker')
    expect(happened).toEqual({ usedUp: 1, ignored: 0, seen: 20 })
    flood(100, 'page')
    expect(happened).toEqual({ usedUp: 1, ignored: 1, seen: 20 })
  })
})
