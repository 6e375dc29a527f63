/** Opens pages and follows workers by DevTools commands, and keeps an account of what each page makes its browser report. */

import type { DevtoolsConnection, OwnedSession, PageSession } from './devtools-connection.ts'
import { createMessageAccount, type MessageAccount } from './message-account.ts'

export interface Target {
  session: OwnedSession
  /** Ends the page with its context: cookies, storage, connections. */
  dispose(): Promise<void>
}

export interface TargetEvents {
  /** The page's process ended, or the page was closed by someone else. */
  onEnd(): void
  /** The page opened another one, which is closed at once. */
  onPopUp(): void
  /** The page has made its browser report more than it may; nothing more of it is read. */
  onUsedUp(): void
}

export interface Targets {
  /** Opens an empty page in a context of its own, which may download nothing and has no permissions. */
  open(events: TargetEvents): Promise<Target>
}

export interface TargetOptions {
  /** Bytes of messages that one page may cause. */
  maxPageBytes: number
  /** Called when a page that is to be ended goes on. */
  onIgnored(): void
}

interface AttachedTarget extends TargetEvents {
  account: MessageAccount
}

const windowSize = { width: 1280, height: 1024 }

export async function openTargets(
  { root, open }: Pick<DevtoolsConnection, 'root' | 'open'>,
  { maxPageBytes, onIgnored }: TargetOptions,
): Promise<Targets> {
  const bySession = new Map<string, AttachedTarget>()
  const byContext = new Map<string, AttachedTarget>()

  root.on('Target.detachedFromTarget', ({ sessionId }) => bySession.get(sessionId)?.onEnd())
  root.on('Target.targetCreated', ({ targetInfo: { targetId, type, openerId, browserContextId = '', url } }) => {
    const opener = byContext.get(browserContextId)
    if (type !== 'page' || !openerId || !opener) return
    opener.account.count(url.length)
    root.send('Target.closeTarget', { targetId }).catch(() => {})
    opener.onPopUp()
  })
  // The browser reports the title and URL of a page by itself, at every change.
  root.on('Target.targetInfoChanged', ({ targetInfo: { browserContextId = '', url, title } }) => {
    byContext.get(browserContextId)?.account.count(url.length + title.length)
  })
  await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })

  async function attach(targetId: string, contextId: string, events: TargetEvents): Promise<[string, OwnedSession]> {
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
    const { onPopUp, onUsedUp } = events
    const account = createMessageAccount({ maxBytes: maxPageBytes, onUsedUp, onIgnored })
    const session = open(sessionId, account)
    const onEnd = () => {
      session.end()
      events.onEnd()
    }
    const attached: AttachedTarget = { account, onEnd, onPopUp, onUsedUp }
    bySession.set(sessionId, attached)
    byContext.set(contextId, attached)
    session.on('Inspector.targetCrashed', onEnd)
    return [sessionId, session]
  }

  return {
    async open(events) {
      const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true })
      let sessionId = ''
      let session: OwnedSession | null = null
      const dispose = async () => {
        bySession.delete(sessionId)
        byContext.delete(browserContextId)
        session?.end()
        await root.send('Target.disposeBrowserContext', { browserContextId })
      }
      try {
        const [{ targetId }] = await Promise.all([
          root.send('Target.createTarget', { url: 'about:blank', browserContextId, ...windowSize }),
          root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
          root.send('Browser.grantPermissions', { permissions: [], browserContextId }),
        ])
        const attached = await attach(targetId, browserContextId, events)
        sessionId = attached[0]
        session = attached[1]
        return { session, dispose }
      } catch (error) {
        await dispose().catch(() => {})
        throw error
      }
    },
  }
}

/** Workers that one page may start; later ones stay paused, as all do until they are followed. */
const maxWorkers = 200

/** Calls `onWorker` for every worker that the page starts, and that its workers start; what it returns is called at the worker's end. */
export function followWorkers(page: OwnedSession, onWorker: (worker: PageSession, url: string) => () => void): void {
  let started = 0
  follow(page)

  function follow(parent: OwnedSession): void {
    const children = new Map<string, () => void>()
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      children.get(sessionId)?.()
      children.delete(sessionId)
    })
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, url } }) => {
      if (++started > maxWorkers) return
      const session = parent.openChild(sessionId)
      let onEnd = () => {}
      children.set(sessionId, () => {
        session.end()
        onEnd()
      })
      if (type.endsWith('worker')) {
        onEnd = onWorker(session, url)
        follow(session)
      }
      for (const method of ['Network.enable', 'Runtime.runIfWaitingForDebugger'] as const) {
        session.send(method, method === 'Network.enable' ? noBuffers : undefined).catch(() => {})
      }
    })
    parent
      .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
      .catch(() => {})
  }
}

/** The browser keeps no bodies: we ask for none. */
export const noBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }
