import { describe, expect, it } from 'vitest'
import { createMessageReader, type PipeMessage } from '../../../src/render/browser/messages.ts'

function readAll(chunks: (string | Buffer)[], limits = { maxEventBytes: 1000, maxResultBytes: 5000 }) {
  const messages: (Omit<PipeMessage, 'read'> & { json: unknown })[] = []
  const read = createMessageReader(limits, ({ read, ...facts }) => messages.push({ ...facts, json: read?.() ?? null }))
  for (const chunk of chunks) read(Buffer.from(chunk))
  return messages
}

const event = (chars: number) =>
  JSON.stringify({ method: 'Network.requestWillBeSent', params: { url: 'x'.repeat(chars) }, sessionId: 'AB12' })
const result = (chars: number) => JSON.stringify({ id: 7, result: { value: 'x'.repeat(chars) }, sessionId: 'AB12' })

describe('messages from the pipe', () => {
  it('are the same regardless of how the pipe splits them', () => {
    const bytes = Buffer.from(`${event(3)}\0{"id":1,"result":{}}\0${result(5)}\0`)
    const whole = readAll([bytes])
    expect(whole.map(({ sessionId, commandId }) => [sessionId, commandId])).toEqual([
      ['AB12', null],
      ['', 1],
      ['AB12', 7],
    ])
    for (let size = 1; size < 60; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(readAll(chunks)).toEqual(whole)
    }
  })

  it('belong to the browser if a session is named only in text from a page', () => {
    const inside = { method: 'Target.attachedToTarget', params: { sessionId: 'AB12' } }
    expect(readAll([`${JSON.stringify(inside)}\0`])[0]?.sessionId).toBe('')
    const text = { method: 'A.b', params: { text: '"sessionId":"AB12"}' } }
    expect(readAll([`${JSON.stringify(text)}\0`])[0]?.sessionId).toBe('')
  })

  it.each([
    ['an event', event(2000), null],
    ['a result', result(6000), 7],
  ])('are dropped if they are too long, but still reported: %s', (_, text, commandId) => {
    const chunks = text.match(/.{1,97}/g) ?? []
    for (const parts of [[text], chunks]) {
      const [long, next] = readAll([...parts, `\0${event(1)}\0`])
      expect(long).toEqual({ bytes: text.length, sessionId: 'AB12', commandId, json: null })
      expect(next).toMatchObject({ json: { params: { url: 'x' } } })
    }
  })

  it('do not retain an endless message, even of 2 GB', () => {
    let received = 0
    const read = createMessageReader({ maxEventBytes: 1_000_000, maxResultBytes: 1_000_000 }, ({ bytes }) => {
      received = bytes
    })
    const before = process.memoryUsage()
    const chunk = Buffer.alloc(1 << 16, 'x')
    for (let n = 0; n < 1 << 15; n++) read(chunk)
    const after = process.memoryUsage()
    read(Buffer.from('\0'))
    expect(received).toBe(2 ** 31)
    expect(after.rss - before.rss).toBeLessThan(200_000_000)
  })
})
