/** Functions that run in the same world as the page's own scripts, and that prepare it before these scripts run. */

/**
 * Reports intersection observers and storage to the isolated world, because virtual time and requests don't reveal them. Disables shared
 * and service workers. Also disables pop-ups: headless Chromium doesn't block them, and each takes ten milliseconds of this process's time.
 */
export function installMainWorld(): void {
  window.open = () => null
  Reflect.deleteProperty(window, 'SharedWorker')
  if (window.ServiceWorkerContainer) {
    const refusal = () => Promise.reject(new DOMException('Not supported here', 'SecurityError'))
    ServiceWorkerContainer.prototype.register = refusal
  }
  wrapFunction(window, 'IntersectionObserver', {
    construct(target, args, self) {
      report('observer')
      return Reflect.construct(target, args, self)
    },
  })
  const reportStorage: ProxyHandler<() => unknown> = {
    apply(target, self, args) {
      report('storage')
      return Reflect.apply(target, self, args)
    },
  }
  wrapFunction(window.IDBFactory?.prototype, 'open', reportStorage)
  for (const name of ['open', 'match'] as const) wrapFunction(window.CacheStorage?.prototype, name, reportStorage)
  moveClock()
  paceFrames()
  openShadowRoots()

  function report(name: string): void {
    try {
      top?.document.dispatchEvent(new CustomEvent(`gleaner:${name}`))
    } catch {}
  }
}

/**
 * Virtual time stops while a script runs, so a script that loops until some time has passed would never finish. After many reads of the
 * same time, each further read therefore advances the page's clock by a millisecond.
 */
export function moveClock(): void {
  const readingsOfInstant = 10000
  let movedMs = 0
  wrapFunction(Date, 'now', countReadings())
  wrapFunction(Performance.prototype, 'now', countReadings())

  function countReadings(): ProxyHandler<() => number> {
    let instant = -1
    let readings = 0
    return {
      apply(now, self, args) {
        const time = Reflect.apply(now, self, args)
        if (time !== instant) {
          instant = time
          readings = 0
        } else if (++readings > readingsOfInstant) movedMs++
        return time + movedMs
      },
    }
  }
}

/**
 * Runs animation frames on the page's clock instead of the display's: from timers, which virtual time fast-forwards, so that scripts that
 * count frames or check timestamps can finish. Slows down an endless loop after a while, because each frame may be expensive.
 */
export function paceFrames(): void {
  const promptFrames = 60
  const promptMs = 16
  const laterMs = 50
  const { setTimeout, performance, reportError } = window
  let requested = new Map<number, FrameRequestCallback>()
  let running = requested
  let lastId = 0
  let shown = 0

  wrapFunction(window, 'requestAnimationFrame', {
    apply(target, _self, args) {
      if (typeof args[0] !== 'function') return Reflect.apply(target, window, args)
      if (requested.size === 0) setTimeout.call(window, showFrame, shown < promptFrames ? promptMs : laterMs)
      requested.set(++lastId, args[0])
      return lastId
    },
  })
  wrapFunction(window, 'cancelAnimationFrame', {
    apply(_target, _self, [id]) {
      requested.delete(id)
      running.delete(id)
    },
  })

  function showFrame(): void {
    running = requested
    requested = new Map()
    shown++
    // Transitions don't start unless styles are applied between two frames.
    void document.documentElement?.offsetHeight
    const now = performance.now()
    for (const [id, callback] of running) {
      running.delete(id)
      try {
        callback(now)
      } catch (error) {
        reportError(error)
      }
    }
  }
}

/** Opens closed shadow roots, so that their content can be read. The page's own scripts still see them as closed. */
export function openShadowRoots(): void {
  const closed = new WeakSet<ShadowRoot>()
  wrapFunction(Element.prototype, 'attachShadow', {
    apply(target, self, args) {
      if (args[0]?.mode !== 'closed') return Reflect.apply(target, self, args)
      const root: ShadowRoot = Reflect.apply(target, self, [{ ...args[0], mode: 'open' }])
      closed.add(root)
      return root
    },
  })
  wrapGetter(Element.prototype, 'shadowRoot', (root) => (root && closed.has(root) ? null : root))
  wrapGetter(ShadowRoot.prototype, 'mode', (mode, root) => (closed.has(root) ? 'closed' : mode))

  function wrapGetter<Owner extends object, Name extends keyof Owner>(
    owner: Owner,
    name: Name,
    replace: (value: Owner[Name], self: Owner) => Owner[Name],
  ): void {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    if (!get) return
    const apply = (getter: () => Owner[Name], self: Owner) => replace(Reflect.apply(getter, self, []), self)
    Object.defineProperty(owner, name, { ...rest, get: new Proxy(get, { apply }) })
  }
}

/** Replaces a function or constructor, if it exists, with a proxy, so that it still looks native to the page's scripts. */
export function wrapFunction<Owner extends object>(
  owner: Owner | undefined,
  name: string & keyof Owner,
  // biome-ignore lint/suspicious/noExplicitAny: a trap forwards whatever arguments the page gives
  traps: ProxyHandler<any>,
): void {
  if (owner?.[name]) owner[name] = new Proxy(owner[name], traps)
}

/**
 * Resolves with true if the page's WebRTC peers offer UDP, which bypasses a proxy, or aren't ready in time. A peer offers all that its
 * browser allows, even without a server.
 */
export async function offersUdp(): Promise<boolean> {
  const limitMs = 3000
  if (typeof RTCPeerConnection === 'undefined') return false
  const peer = new RTCPeerConnection()
  const offers: string[] = []
  const ready = new Promise<void>((resolve) => {
    peer.onicecandidate = ({ candidate }) => {
      if (candidate) offers.push(candidate.candidate)
      else resolve()
    }
  })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, limitMs))])
  const isReady = peer.iceGatheringState === 'complete'
  peer.close()
  return !isReady || offers.some((offer) => / udp /i.test(offer))
}
