import { describe, expect, it } from 'vitest'
import { createNestedSessions } from '../../../src/render/farm/nested-sessions.ts'

/** The browser's own session, which notes what it is sent; `results` are those of its commands. */
function openNested(results: Record<string, unknown> = {}) {
  const sent: [method: string, params: object][] = []
  const read: unknown[] = []
  const nested = createNestedSessions(
    async (method, params) => {
      sent.push([method, params])
      const result = results[method] ?? {}
      if (result instanceof Error) throw result
      return result
    },
    (message) => read.push(JSON.parse(message)),
  )
  const send = (message: object) => nested.send(JSON.stringify(message))
  const receive = (sessionId: string, message: object) =>
    nested.receive('Target.receivedMessageFromTarget', { sessionId, message: JSON.stringify(message) })
  return { nested, sent, read, send, receive }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('sessions inside that of the browser', () => {
  it('hands commands of the browser on, with their results or errors', async () => {
    const { sent, read, send } = openNested({
      'Browser.getVersion': { product: 'x' },
      'Browser.close': new Error('no'),
    })
    send({ id: 1, method: 'Browser.getVersion', params: {} })
    send({ id: 2, method: 'Browser.close', params: {} })
    await settled()
    expect(sent.map(([method]) => method)).toEqual(['Browser.getVersion', 'Browser.close'])
    expect(read).toEqual([
      { id: 1, result: { product: 'x' } },
      { id: 2, error: { message: 'no' } },
    ])
  })

  it('attaches so that the session is inside, and carries its messages both ways', async () => {
    const { sent, read, send, receive } = openNested({ 'Target.attachToTarget': { sessionId: 'PAGE' } })
    send({ id: 1, method: 'Target.attachToTarget', params: { targetId: 'T', flatten: true } })
    await settled()
    send({ id: 2, method: 'Page.enable', params: {}, sessionId: 'PAGE' })
    expect(sent).toEqual([
      ['Target.attachToTarget', { targetId: 'T', flatten: false }],
      [
        'Target.sendMessageToTarget',
        { sessionId: 'PAGE', message: JSON.stringify({ id: 2, method: 'Page.enable', params: {} }) },
      ],
    ])
    receive('PAGE', { id: 2, result: {} })
    receive('PAGE', { method: 'Page.loadEventFired', params: { timestamp: 1 } })
    expect(read.slice(1)).toEqual([
      { id: 2, result: {}, sessionId: 'PAGE' },
      { method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'PAGE' },
    ])
  })

  it('carries those of frames and workers inside those of their page, however deep, and keeps the carriers to itself', async () => {
    const { sent, read, send, receive } = openNested({ 'Target.attachToTarget': { sessionId: 'PAGE' } })
    send({ id: 1, method: 'Target.attachToTarget', params: { targetId: 'T', flatten: true } })
    await settled()
    receive('PAGE', { method: 'Target.attachedToTarget', params: { sessionId: 'FRAME' } })
    const inner = (sessionId: string, message: object) => ({
      method: 'Target.receivedMessageFromTarget',
      params: { sessionId, message: JSON.stringify(message) },
    })
    receive('PAGE', inner('FRAME', { method: 'Target.attachedToTarget', params: { sessionId: 'WORKER' } }))
    send({ id: 7, method: 'Runtime.enable', params: {}, sessionId: 'WORKER' })
    const [, params] = sent.at(-1) ?? ['', { message: '' }]
    const toPage = JSON.parse('message' in params ? String(params.message) : '')
    expect(toPage).toMatchObject({ method: 'Target.sendMessageToTarget', params: { sessionId: 'FRAME' } })
    const toFrame = JSON.parse(toPage.params.message)
    expect(toFrame).toMatchObject({ method: 'Target.sendMessageToTarget', params: { sessionId: 'WORKER' } })
    expect(JSON.parse(toFrame.params.message)).toEqual({ id: 7, method: 'Runtime.enable', params: {} })

    receive('PAGE', { id: toPage.id, result: {} })
    receive('PAGE', inner('FRAME', { id: toFrame.id, result: {} }))
    receive('PAGE', inner('FRAME', inner('WORKER', { id: 7, result: { ok: 1 } })))
    expect(read.slice(1)).toEqual([
      { method: 'Target.attachedToTarget', params: { sessionId: 'FRAME' }, sessionId: 'PAGE' },
      { method: 'Target.attachedToTarget', params: { sessionId: 'WORKER' }, sessionId: 'FRAME' },
      { id: 7, result: { ok: 1 }, sessionId: 'WORKER' },
    ])
  })

  it('sends nothing to a session that is gone', async () => {
    const { nested, sent, send } = openNested({ 'Target.attachToTarget': { sessionId: 'PAGE' } })
    send({ id: 1, method: 'Target.attachToTarget', params: { targetId: 'T' } })
    await settled()
    nested.receive('Target.detachedFromTarget', { sessionId: 'PAGE' })
    send({ id: 2, method: 'Page.enable', params: {}, sessionId: 'PAGE' })
    expect(sent).toHaveLength(1)
  })
})
