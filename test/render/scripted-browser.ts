/** A simulated browser without a process. The test decides when it opens pages, closes them, and exits. */

import type { EgressProxy } from '../../src/fetch/egress/proxy.ts'
import type { RunningBrowser } from '../../src/render/browser/launch-browser.ts'
import type { MessageAccount } from '../../src/render/browser/messages.ts'
import type { TargetEvents } from '../../src/render/browser/targets.ts'
import { openScriptedSession, type ScriptedSession } from './scripted-session.ts'

export interface ScriptedBrowser {
  running: RunningBrowser
  /** Pages that were opened, in order. */
  pages: (ScriptedSession & { events: TargetEvents; isClosed: boolean })[]
  /** Simulates a crash of the browser's process. */
  crash(): void
}

interface ScriptedBrowserOptions {
  pid?: number
  /** The farm that the browser belongs to. */
  farm?: string
  /** Resident bytes. */
  memory?: number
  /** Results of DevTools commands, as for `openScriptedSession`. */
  results?: Parameters<typeof openScriptedSession>[0]
  /** Never opens a page. */
  opensNothing?: boolean
  /** Never closes a page. */
  closesNothing?: boolean
}

const forever = () => new Promise<never>(() => {})
const frameTree = { frameTree: { frame: { id: 'main' } } }

export function openScriptedBrowser(options: ScriptedBrowserOptions = {}): ScriptedBrowser {
  const gone = new AbortController()
  const pages: ScriptedBrowser['pages'] = []
  let wasKilled = false
  const crash = () => gone.abort()

  const running: RunningBrowser = {
    containment: 'scripted',
    end: async () => crash(),
    pid: options.pid ?? 1,
    ...{ farm: options.farm ?? null, ownUserAgent: null },
    gone: gone.signal,
    get wasKilled() {
      return wasKilled
    },
    memory: () => options.memory ?? 0,
    killLargestChild: () => false,
    kill() {
      if (gone.signal.aborted) return
      wasKilled = true
      crash()
    },
    targets: {
      async open(events) {
        if (options.opensNothing) return forever()
        const page = {
          ...openScriptedSession({ 'Page.getFrameTree': frameTree, ...options.results }),
          ...{ events, isClosed: false },
        }
        pages.push(page)
        const dispose = async () => {
          if (options.closesNothing) await forever()
          page.isClosed = true
        }
        return { session: page.session, frameAccount: openScriptedAccount(), dispose }
      },
    },
  }
  return { running, pages, crash }
}

/** A message budget without a limit. */
export function openScriptedAccount(): MessageAccount {
  return { count: () => true, useUp() {} }
}

/** An egress proxy with sessions that refuse nothing. */
export function openScriptedEgress(): EgressProxy {
  const session = {
    username: 'user',
    password: 'secret',
    bytes: 0,
    refusals: [],
    reasonFor: () => null,
    checkSite: undefined,
    close() {},
  }
  return { server: 'http://127.0.0.1:1', port: 1, openSession: () => session, close: async () => {} }
}
