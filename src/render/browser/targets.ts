/**
 * Opens pages and follows workers by DevTools commands over the browser's own session. Playwright starts the browser and carries
 * the messages; what it sets up for every page of its own (worlds, lifecycles, emulation) takes a quarter of a page's time.
 */

import type { Browser, CDPSession } from 'playwright'
import { openChannel, type PageSession } from './devtools-channel.ts'

export interface Target {
  session: PageSession
  /** Ends the page with its context: cookies, storage, connections. */
  dispose(): Promise<void>
}

export interface TargetEvents {
  /** The page's process ended, or the page was closed by someone else. */
  onEnd(): void
  /** The page opened another one, which is closed at once. */
  onPopUp(): void
}

export interface Targets {
  /** Opens an empty page in a context of its own, which may download nothing and has no permissions. */
  open(events: TargetEvents): Promise<Target>
}

interface AttachedTarget extends TargetEvents {
  receive(message: string): void
}

const windowSize = { width: 1280, height: 1024 }

export async function openTargets(browser: Browser): Promise<Targets> {
  const root = await browser.newBrowserCDPSession()
  const bySession = new Map<string, AttachedTarget>()
  const byContext = new Map<string, AttachedTarget>()

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
    const { session, receive, end } = openChannel((message) => sendToTarget(root, sessionId, message))
    const onEnd = () => {
      end()
      events.onEnd()
    }
    const attached: AttachedTarget = { receive, onEnd, onPopUp: events.onPopUp }
    bySession.set(sessionId, attached)
    byContext.set(contextId, attached)
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
          root.send('Target.createTarget', { url: 'about:blank', browserContextId, ...windowSize }),
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

/** Calls `onWorker` for every worker that the page starts, and that its workers start; what it returns is called at the worker's end. */
export function followWorkers(parent: PageSession, onWorker: (worker: PageSession, url: string) => () => void): void {
  const children = new Map<string, { receive(message: string): void; end(): void }>()
  parent.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => children.get(sessionId)?.receive(message))
  parent.on('Target.detachedFromTarget', ({ sessionId }) => {
    children.get(sessionId)?.end()
    children.delete(sessionId)
  })
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
    const { session, receive, end } = openChannel((message) => sendToTarget(parent, sessionId, message))
    let onEnd = () => {}
    children.set(sessionId, {
      receive,
      end() {
        end()
        onEnd()
      },
    })
    if (type.endsWith('worker')) {
      onEnd = onWorker(session, url)
      followWorkers(session, onWorker)
    }
    for (const method of ['Network.enable', 'Runtime.runIfWaitingForDebugger'] as const)
      session.send(method).catch(() => {})
  })
  parent
    .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false })
    .catch(() => {})
}

function sendToTarget(parent: Pick<CDPSession, 'send'>, sessionId: string, message: string): Promise<unknown> {
  return parent.send('Target.sendMessageToTarget', { sessionId, message })
}
