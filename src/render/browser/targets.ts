/**
 * Pages by DevTools commands over the browser's own session. Playwright starts the browser and carries the messages; what it
 * sets up for every page of its own (worlds, lifecycles, emulation) costs a quarter of a page's time and is not used here.
 */

import { EventEmitter } from 'node:events'
import type { Browser, CDPSession } from 'playwright'

/** A page's own commands and events, typed as Playwright types them. */
export interface PageSession {
  send: CDPSession['send']
  on: CDPSession['on']
}

export interface Target {
  session: PageSession
  /** Ends the page with its context: cookies, storage, connections. */
  dispose(): Promise<void>
}

export interface TargetEvents {
  /** The page's process ended, or the page was closed by someone else. */
  onEnd(): void
  /** The page opened another one; it is closed at once. */
  onPopUp(): void
}

export interface Targets {
  /** An empty page in a context of its own, which may download nothing and is permitted nothing. */
  open(events: TargetEvents): Promise<Target>
}

interface Channel extends TargetEvents {
  receive(message: string): void
}

interface Answer {
  id?: number
  method: string
  params: unknown
  result: unknown
  error?: { message: string }
}

const window = { width: 1280, height: 1024 }

export async function openTargets(browser: Browser): Promise<Targets> {
  const root = await browser.newBrowserCDPSession()
  const bySession = new Map<string, Channel>()
  const byContext = new Map<string, Channel>()

  root.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => bySession.get(sessionId)?.receive(message))
  root.on('Target.detachedFromTarget', ({ sessionId }) => bySession.get(sessionId)?.onEnd())
  root.on('Target.targetCreated', ({ targetInfo: { targetId, type, openerId, browserContextId = '' } }) => {
    const opener = byContext.get(browserContextId)
    if (type !== 'page' || !openerId || !opener) return
    root.send('Target.closeTarget', { targetId }).catch(() => {})
    opener.onPopUp()
  })
  await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })

  async function attach(targetId: string, contextId: string, events: TargetEvents): Promise<[string, PageSession]> {
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
    const { session, receive, end } = openChannel((message) =>
      root.send('Target.sendMessageToTarget', { sessionId, message }),
    )
    const onEnd = () => {
      end()
      events.onEnd()
    }
    const channel: Channel = { receive, onEnd, onPopUp: events.onPopUp }
    bySession.set(sessionId, channel)
    byContext.set(contextId, channel)
    session.on('Inspector.targetCrashed', onEnd)
    return [sessionId, session]
  }

  return {
    async open(events) {
      const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true })
      let sessionId = ''
      const dispose = async () => {
        bySession.delete(sessionId)
        byContext.delete(browserContextId)
        await root.send('Target.disposeBrowserContext', { browserContextId })
      }
      try {
        const [{ targetId }] = await Promise.all([
          root.send('Target.createTarget', { url: 'about:blank', browserContextId, ...window }),
          root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
          root.send('Browser.grantPermissions', { permissions: [], browserContextId }),
        ])
        const [id, session] = await attach(targetId, browserContextId, events)
        sessionId = id
        return { session, dispose }
      } catch (error) {
        await dispose().catch(() => {})
        throw error
      }
    },
  }
}

/** A session over messages that something else carries. `end` rejects what was not answered. */
function openChannel(post: (message: string) => Promise<unknown>) {
  const emitter = new EventEmitter()
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const send = (method: string, params: object = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      post(JSON.stringify({ id, method, params })).catch((error) => {
        waiting.delete(id)
        reject(error)
      })
    })
  const on = (name: string, listener: (event: never) => void) => emitter.on(name, listener as () => void)
  return {
    session: { send, on } as unknown as PageSession,
    receive(text: string): void {
      const { id, method, params, result, error } = JSON.parse(text) as Answer
      if (id === undefined) {
        emitter.emit(method, params)
        return
      }
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.reject(new Error(error.message))
      else asked?.resolve(result)
    },
    end(): void {
      for (const { reject } of waiting.values()) reject(new Error('The page was closed'))
      waiting.clear()
    },
  }
}

/** Tells of every worker that the page starts, also by its workers; what `onWorker` returns is called when it ends. */
export function followWorkers(parent: PageSession, onWorker: (worker: PageSession, url: string) => () => void): void {
  const workers = new Map<string, { receive(text: string): void; forget(): void }>()
  parent.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => workers.get(sessionId)?.receive(message))
  parent.on('Target.detachedFromTarget', ({ sessionId }) => {
    workers.get(sessionId)?.forget()
    workers.delete(sessionId)
  })
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
    const { session, receive, end } = openChannel((message) =>
      parent.send('Target.sendMessageToTarget', { sessionId, message }),
    )
    let leave = () => {}
    workers.set(sessionId, {
      receive,
      forget() {
        end()
        leave()
      },
    })
    if (type.endsWith('worker')) {
      leave = onWorker(session, url)
      followWorkers(session, onWorker)
    }
    for (const method of ['Network.enable', 'Runtime.runIfWaitingForDebugger'] as const)
      session.send(method).catch(() => {})
  })
  parent
    .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
    .catch(() => {})
}
