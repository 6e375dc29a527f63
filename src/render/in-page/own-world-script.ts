/** What runs among the page's own scripts, before them: it tells what they start, and keeps its clock one clock. */

/**
 * Animation frames follow the page's clock, not the display, so that it leaps over them as over other timers: what counts
 * frames or looks at their time ends. A loop without end gets fewer of them after a while, since each may be a costly one.
 */
const frames = `
  const { setTimeout, performance, reportError } = window
  const promptFrames = 60
  let asked = new Map()
  let running = asked
  let lastFrame = 0
  let shown = 0
  const show = () => {
    running = asked
    asked = new Map()
    shown++
    // Styles are applied between two frames: transitions begin only so.
    void document.documentElement?.offsetHeight
    const now = performance.now()
    for (const [id, callback] of running) {
      running.delete(id)
      try { callback(now) } catch (error) { reportError(error) }
    }
  }
  wrap(window, 'requestAnimationFrame', {
    apply(target, self, given) {
      if (typeof given[0] !== 'function') return Reflect.apply(target, window, given)
      if (asked.size === 0) setTimeout.call(window, show, shown < promptFrames ? 16 : 50)
      asked.set(++lastFrame, given[0])
      return lastFrame
    },
  })
  wrap(window, 'cancelAnimationFrame', {
    apply(target, self, [id]) {
      asked.delete(id)
      running.delete(id)
    },
  })
`

/**
 * The page's clock stands while a script runs, so one that reads it in a loop until time has passed would never end: after
 * many readings of one instant each further one moves it on by a millisecond.
 */
const clock = `
  const readsOfInstant = 10000
  let moved = 0
  const keepMoving = () => {
    let instant = -1
    let reads = 0
    return {
      apply(target, self, given) {
        const now = Reflect.apply(target, self, given)
        if (now !== instant) {
          instant = now
          reads = 0
        } else if (++reads > readsOfInstant) moved++
        return now + moved
      },
    }
  }
  wrap(Date, 'now', keepMoving())
  wrap(Performance.prototype, 'now', keepMoving())
`

/** A closed shadow root is an open one that the page's scripts find closed: what is in it is seen like any other. */
const closedRoots = `
  const closed = new WeakSet()
  wrap(Element.prototype, 'attachShadow', {
    apply(target, self, given) {
      if (given[0]?.mode !== 'closed') return Reflect.apply(target, self, given)
      const root = Reflect.apply(target, self, [{ ...given[0], mode: 'open' }])
      closed.add(root)
      return root
    },
  })
  const guard = (owner, name, conceal) => {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(owner, name)
    const apply = (target, self) => conceal(Reflect.apply(target, self, []), self)
    Object.defineProperty(owner, name, { ...rest, get: new Proxy(get, { apply }) })
  }
  guard(Element.prototype, 'shadowRoot', (root) => (closed.has(root) ? null : root))
  guard(ShadowRoot.prototype, 'mode', (mode, root) => (closed.has(root) ? 'closed' : mode))
`

/**
 * What runs in the page's own world, in every frame of it. There are no service workers. It tells what the clock and the
 * traffic of a page don't show: intersection observers, stores, shared workers. Since headless Chromium blocks no pop-ups,
 * each of which costs this process ten milliseconds, none is opened. Wrapped functions are proxies: they still look native.
 */
export const ownWorldScript = `(() => {
  window.open = () => null
  if (window.ServiceWorkerContainer) {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('Not supported here', 'SecurityError'))
  }
  const tell = (what, detail) => { try { top.document.dispatchEvent(new CustomEvent('gleaner:' + what, { detail })) } catch {} }
  const wrap = (owner, name, traps) => { if (owner?.[name]) owner[name] = new Proxy(owner[name], traps) }
  wrap(window, 'IntersectionObserver', {
    construct(target, given, self) {
      tell('watcher')
      return Reflect.construct(target, given, self)
    },
  })
  wrap(window, 'SharedWorker', {
    construct(target, given, self) {
      try { tell('shared-worker', new URL(given[0], document.baseURI).href) } catch {}
      return Reflect.construct(target, given, self)
    },
  })
  const store = {
    apply(target, self, given) {
      tell('store')
      return Reflect.apply(target, self, given)
    },
  }
  wrap(window.IDBFactory?.prototype, 'open', store)
  for (const name of ['open', 'match']) wrap(window.CacheStorage?.prototype, name, store)
  ${clock}
  ${frames}
  ${closedRoots}
})()`
