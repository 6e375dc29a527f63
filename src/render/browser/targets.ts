/** Opens pages and follows their workers and frames with DevTools commands. Counts the messages that each page causes. */

import type { DevtoolsConnection, OwnedSession, PageSession } from './devtools-connection.ts'
import { createMessageAccount, type MessageAccount } from './messages.ts'

export interface TargetEvents {
  /** The page's process exited, or the page was closed from elsewhere. */
  onEnd(): void
  onPopUp(): void
  /** The page has caused too many messages. Its further messages are ignored. */
  onUsedUp(): void
  onFramesUsedUp(): void
}

const ignore = () => {}

/** For a page that is opened only to test its browser. */
export const noEvents: TargetEvents = { onEnd: ignore, onPopUp: ignore, onUsedUp: ignore, onFramesUsedUp: ignore }

export type Targets = Awaited<ReturnType<typeof openTargets>>
export type Target = Awaited<ReturnType<Targets['open']>>

interface TargetOptions {
  /** Maximum bytes of messages for a page. All its frames together may use the same amount in addition. */
  maxPageBytes: number
  /** Called if a page keeps sending after it should have been closed. */
  onIgnored(): void
  /** The proxy to set for every page if the browser didn't get it from a flag. */
  proxyServer?: string
}

const windowSize = { width: 1280, height: 1024 }

export async function openTargets(
  { root, open }: Pick<DevtoolsConnection, 'root' | 'open'>,
  { maxPageBytes, onIgnored, proxyServer }: TargetOptions,
) {
  // As in the flags, loopback uses the proxy too.
  const wayOut = proxyServer === undefined ? {} : { proxyServer, proxyBypassList: '<-loopback>' }
  const endBySession = new Map<string, () => void>()
  const byContext = new Map<string, OpenedPage>()
  root.on('Target.detachedFromTarget', ({ sessionId }) => endBySession.get(sessionId)?.())
  watchContexts(root, byContext)
  await root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })

  return {
    /** Opens an empty page in a separate context that has no permissions and can't download anything. */
    async open({ onEnd, onPopUp, onUsedUp, onFramesUsedUp }: TargetEvents) {
      const { browserContextId } = await root.send('Target.createBrowserContext', { disposeOnDetach: true, ...wayOut })
      let close = () => {}
      /** Closes the page along with its context: cookies, storage, connections. */
      const dispose = async () => {
        close()
        byContext.delete(browserContextId)
        await root.send('Target.disposeBrowserContext', { browserContextId })
      }
      try {
        const [{ targetId }] = await Promise.all([
          root.send('Target.createTarget', { url: 'about:blank', browserContextId, ...windowSize }),
          root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId }),
          root.send('Browser.grantPermissions', { permissions: [], browserContextId }),
        ])
        const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
        const account = createMessageAccount({ maxBytes: maxPageBytes, onUsedUp, onIgnored })
        const session = open(sessionId, account)
        const end = () => {
          session.end()
          onEnd()
        }
        close = () => {
          endBySession.delete(sessionId)
          session.end()
        }
        endBySession.set(sessionId, end)
        byContext.set(browserContextId, { account, onPopUp })
        session.on('Inspector.targetCrashed', end)
        // Shared by the sessions of all frames, so that a frame that causes too many messages doesn't use up its page's account.
        const frameAccount = createMessageAccount({ maxBytes: maxPageBytes, onUsedUp: onFramesUsedUp, onIgnored })
        return { session, frameAccount, dispose }
      } catch (error) {
        await dispose().catch(() => {})
        throw error
      }
    },
  }
}

interface OpenedPage extends Pick<TargetEvents, 'onPopUp'> {
  account: MessageAccount
}

/** Closes what pages open, and counts what the browser reports about them against their accounts. */
function watchContexts(root: DevtoolsConnection['root'], byContext: ReadonlyMap<string, OpenedPage>): void {
  root.on('Target.targetCreated', ({ targetInfo: { targetId, type, openerId, browserContextId = '', url } }) => {
    const opener = byContext.get(browserContextId)
    if (type !== 'page' || !openerId || !opener) return
    opener.account.count(url.length)
    root.send('Target.closeTarget', { targetId }).catch(() => {})
    opener.onPopUp()
  })
  // The browser reports a page's title and URL on every change, even though we don't ask for them.
  root.on('Target.targetInfoChanged', ({ targetInfo: { browserContextId = '', url, title } }) => {
    byContext.get(browserContextId)?.account.count(url.length + title.length)
  })
}

/** Maximum number of workers and out-of-process frames per page. Any beyond that stay paused, as every one does until it is followed. */
const maxChildren = 200

/** Called when a document has started a worker. The returned function is called when that worker has stopped. */
type OnWorker = (worker: PageSession, url: string) => () => void

export interface ChildEvents {
  onWorker: OnWorker
  /** Called when a frame runs in a separate process from the document around it. The frame stays paused until this returns. */
  onFrame(frame: OwnedSession, frameId: string): { onWorker: OnWorker; onEnd(): void }
}

export function followChildren(page: OwnedSession, frameAccount: MessageAccount, events: ChildEvents): void {
  let started = 0
  follow(page, events.onWorker)

  function follow(parent: OwnedSession, onWorker: OnWorker): void {
    const children = new Map<string, () => void>()
    parent.on('Target.detachedFromTarget', ({ sessionId }) => {
      children.get(sessionId)?.()
      children.delete(sessionId)
    })
    parent.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, targetId, url } }) => {
      if (++started > maxChildren) return
      const session = type === 'iframe' ? parent.openChild(sessionId, frameAccount) : parent.openChild(sessionId)
      let onEnd = () => {}
      children.set(sessionId, () => {
        session.end()
        onEnd()
      })
      if (type === 'iframe') {
        const frame = events.onFrame(session, targetId)
        onEnd = frame.onEnd
        follow(session, frame.onWorker)
      } else if (type.endsWith('worker')) {
        onEnd = onWorker(session, url)
        follow(session, onWorker)
      }
      session.send('Network.enable', noBuffers).catch(() => {})
      session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
    })
    parent
      .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
      .catch(() => {})
  }
}

/** The browser doesn't need to keep response bodies, because we never request them. */
export const noBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }
