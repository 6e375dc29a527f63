import { describe, expect, it } from 'vitest'
import { followChildren } from '../../../src/render/browser/targets.ts'
import { openScriptedAccount } from '../scripted-browser.ts'
import { openScriptedSession } from '../scripted-session.ts'

const attach = (sessionId: string, type: string, url: string) => ({ sessionId, targetInfo: { type, url } })

const onFrame = () => ({ onWorker: () => () => {}, onEnd() {} })

/** Commands to a worker. */
const commandsTo = (sessionId: string, { children }: ReturnType<typeof openScriptedSession>) =>
  children.get(sessionId)?.sent.map(({ method }) => method)

describe('the workers of a page', () => {
  it('run only once they are followed', () => {
    const page = openScriptedSession()
    const { session, emit } = page
    const started: string[] = []
    followChildren(session, openScriptedAccount(), {
      onWorker(_, url) {
        started.push(url)
        return () => {}
      },
      onFrame,
    })
    emit('Target.attachedToTarget', attach('1', 'worker', 'http://a.example/worker.js'))
    emit('Target.attachedToTarget', attach('2', 'shared_worker', 'http://a.example/shared.js'))
    emit('Target.attachedToTarget', attach('3', 'iframe', 'http://a.example/frame'))
    expect(started).toEqual(['http://a.example/worker.js', 'http://a.example/shared.js'])
    expect(commandsTo('1', page)).toEqual(['Target.setAutoAttach', 'Network.enable', 'Runtime.runIfWaitingForDebugger'])
    expect(commandsTo('3', page)).toEqual(['Target.setAutoAttach', 'Network.enable', 'Runtime.runIfWaitingForDebugger'])
  })

  it('send their events to their own sessions, including workers started by workers', () => {
    const page = openScriptedSession()
    const { session, emit } = page
    const requests: string[] = []
    followChildren(session, openScriptedAccount(), {
      onWorker(worker, url) {
        worker.on('Network.requestWillBeSent', ({ request }) => requests.push(`${url} requests ${request.url}`))
        return () => {}
      },
      onFrame,
    })
    emit('Target.attachedToTarget', attach('1', 'worker', 'outer.js'))
    const outer = page.children.get('1')
    outer?.emit('Network.requestWillBeSent', { request: { url: '/a' } })
    outer?.emit('Target.attachedToTarget', attach('inner', 'worker', 'inner.js'))
    outer?.children.get('inner')?.emit('Network.requestWillBeSent', { request: { url: '/b' } })
    expect(requests).toEqual(['outer.js requests /a', 'inner.js requests /b'])
  })

  it('stay paused beyond a maximum number', () => {
    const page = openScriptedSession()
    followChildren(page.session, openScriptedAccount(), { onWorker: () => () => {}, onFrame })
    for (let n = 0; n < 10_000; n++) page.emit('Target.attachedToTarget', attach(`${n}`, 'worker', 'worker.js'))
    expect(page.children.size).toBe(200)
  })

  it('are reported once when they stop', () => {
    const { session, emit } = openScriptedSession()
    let ended = 0
    followChildren(session, openScriptedAccount(), { onWorker: () => () => ended++, onFrame })
    emit('Target.attachedToTarget', attach('1', 'worker', 'worker.js'))
    for (const sessionId of ['other', '1', '1']) emit('Target.detachedFromTarget', { sessionId })
    expect(ended).toBe(1)
  })
})
