import { describe, expect, it } from 'vitest'
import { followWorkers } from '../../../src/render/browser/targets.ts'
import { openScriptedSession } from '../scripted-session.ts'

const attach = (sessionId: string, type: string, url: string) => ({ sessionId, targetInfo: { type, url } })

/** Messages to a child: its commands, from the commands of its parent that carry them. */
function commandsTo(sessionId: string, sent: ReturnType<typeof openScriptedSession>['sent']) {
  return sent
    .filter(({ method, params }) => method === 'Target.sendMessageToTarget' && params.sessionId === sessionId)
    .map(({ params }) => JSON.parse(String(params.message)).method)
}

describe('the workers of a page', () => {
  it('are followed, and run once they are', () => {
    const { session, sent, emit } = openScriptedSession()
    const started: string[] = []
    followWorkers(session, (_, url) => {
      started.push(url)
      return () => {}
    })
    emit('Target.attachedToTarget', attach('1', 'worker', 'http://a.example/worker.js'))
    emit('Target.attachedToTarget', attach('2', 'shared_worker', 'http://a.example/shared.js'))
    emit('Target.attachedToTarget', attach('3', 'iframe', 'http://a.example/frame'))
    expect(started).toEqual(['http://a.example/worker.js', 'http://a.example/shared.js'])
    expect(commandsTo('1', sent)).toEqual(['Target.setAutoAttach', 'Network.enable', 'Runtime.runIfWaitingForDebugger'])
    expect(commandsTo('3', sent)).toEqual(['Network.enable', 'Runtime.runIfWaitingForDebugger'])
  })

  it('send their events to their own sessions, also those of workers in workers', () => {
    const { session, emit } = openScriptedSession()
    const requests: string[] = []
    followWorkers(session, (worker, url) => {
      worker.on('Network.requestWillBeSent', ({ request }) => requests.push(`${url} requests ${request.url}`))
      return () => {}
    })
    emit('Target.attachedToTarget', attach('1', 'worker', 'outer.js'))
    const message = (method: string, params: object) => JSON.stringify({ method, params })
    const fromOuter = (text: string) => emit('Target.receivedMessageFromTarget', { sessionId: '1', message: text })
    fromOuter(message('Network.requestWillBeSent', { request: { url: '/a' } }))
    fromOuter(message('Target.attachedToTarget', attach('inner', 'worker', 'inner.js')))
    const inner = message('Network.requestWillBeSent', { request: { url: '/b' } })
    fromOuter(message('Target.receivedMessageFromTarget', { sessionId: 'inner', message: inner }))
    expect(requests).toEqual(['outer.js requests /a', 'inner.js requests /b'])
  })

  it('are reported once when they end', () => {
    const { session, emit } = openScriptedSession()
    let ended = 0
    followWorkers(session, () => () => {
      ended++
    })
    emit('Target.attachedToTarget', attach('1', 'worker', 'worker.js'))
    for (const sessionId of ['other', '1', '1']) emit('Target.detachedFromTarget', { sessionId })
    expect(ended).toBe(1)
  })
})
