/** Connections to Redis, watched: where it does not answer, requests go on without it at once, until it answers again. */

import { Redis, type RedisOptions } from 'ioredis'
import { emit } from '../../base/events.ts'

/** One connection. Its commands are sent in order: what moves large values has a connection of its own. */
export interface RedisConnection {
  /** Whether it is not connected, or did not answer in time and has not answered since. */
  isAway(): boolean
  /**
   * What the work resolves with. While Redis is away, and where it fails or does not answer in time, what `fallback` does instead.
   * Throws what the work throws that is no error.
   */
  ask<T>(work: (redis: Redis) => Promise<T>, fallback: () => T | Promise<T>): Promise<T>
  /** For what does not ask in commands, such as a subscription. */
  readonly driver: Redis
}

/** All connections of this process to one Redis. */
export interface RedisLink {
  /** Opens one in the background. The first is for what is small: where it is away, the others are not asked. */
  open(options?: RedisOptions): RedisConnection
  /** Whether any of its connections is. */
  isAway(): boolean
  /** Resolves when each connection is there or known to be away, within a second. */
  settled(): Promise<void>
  close(): void
}

/** All keys and channels begin with it. */
export const redisPrefix = 'gleaner:'

/** What takes longer fails: a request is delayed by no more, and only the first one. */
const answerLimitMs = 500
/** Time between two looks at a connection: at one that answers, and at one that does not. */
const lookEveryMs = { present: 5000, away: 1000 }
/** Looks without an answer after which a connection is made anew: the network may have dropped it without a word. */
const patience = 3
/** After this time a connection that is not there yet counts as away. */
const firstTryMs = 1000
/** Errors that Redis itself reports are in the log once in this time. */
const reportEveryMs = 60_000

/** By URL: the links of this process to one Redis, each as whether it is away, and what was reported of them together. */
const watches = new Map<string, { links: Set<() => boolean>; wasAway: boolean }>()

/** Reports once when Redis goes away and once when it is back, whatever other links there are to it: `redis_away` and `redis_back`. */
export function openRedis(url: string): RedisLink {
  const connections: WatchedConnection[] = []

  const isAway = () => connections.some((connection) => connection.isTried() && connection.isAway())

  const watch = watches.get(url) ?? { links: new Set(), wasAway: false }
  watches.set(url, watch)
  watch.links.add(isAway)

  function report(detail: string): void {
    const isAnyAway = [...watch.links].some((isLinkAway) => isLinkAway())
    if (isAnyAway === watch.wasAway) return
    watch.wasAway = isAnyAway
    emit('gleaner:lifecycle', isAnyAway ? { event: 'redis_away', detail } : { event: 'redis_back' })
  }

  return {
    open(options = {}) {
      // Where the first is away, the others need not be tried: a request waits in vain once.
      const [first] = connections
      const connection = connect(url, options, { onChange: report, isHopeless: () => first?.isAway() ?? false })
      connections.push(connection)
      return connection
    },
    isAway,
    async settled() {
      await Promise.all(connections.map(({ tried }) => tried))
    },
    close() {
      for (const connection of connections) connection.close()
      watch.links.delete(isAway)
      if (watch.links.size === 0) watches.delete(url)
      else report('')
    },
  }
}

interface WatchedConnection extends RedisConnection {
  /** Resolves when it is there, or has failed once, or a second has passed. */
  tried: Promise<void>
  isTried(): boolean
  close(): void
}

interface Surroundings {
  onChange(detail: string): void
  /** Whether Redis is known to be away by another connection. */
  isHopeless(): boolean
}

function connect(url: string, options: RedisOptions, { onChange, isHopeless }: Surroundings): WatchedConnection {
  const driver = openDriver(url, options)
  const tried = Promise.withResolvers<void>()
  let isTried = false
  function endTry(): void {
    isTried = true
    tried.resolve()
  }
  setTimeout(endTry, firstTryMs).unref()
  let isSilent = false
  let misses = 0
  let isClosed = false
  let reportedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const isAway = () => driver.status !== 'ready' || isSilent

  function change(silent: boolean, detail: string): void {
    isSilent = silent
    if (!silent) misses = 0
    planLook()
    onChange(detail)
  }

  async function ask<T>(work: (redis: Redis) => Promise<T>, fallback: () => T | Promise<T>): Promise<T> {
    if (isAway() || isHopeless()) return fallback()
    try {
      return await answered(work(driver))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof NoAnswer) change(true, 'no answer')
      else if (error.name === 'ReplyError') reportRefusal(error)
      return fallback()
    }
  }

  /** Such as one whose memory is full: it answers, but does not do what it is asked for. */
  function reportRefusal({ message }: Error): void {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    emit('gleaner:lifecycle', { event: 'redis_refuses', detail: /^[A-Z]{1,20}\b/.exec(message)?.[0] ?? 'ERR' })
  }

  async function look(): Promise<void> {
    if (driver.status === 'ready') {
      try {
        await answered(driver.ping())
        if (isSilent) change(false, '')
      } catch {
        if (driver.status === 'ready') {
          if (!isSilent) change(true, 'no answer')
          countMiss()
        }
      }
    } else if (driver.status === 'connect') {
      // Accepted, and its first commands are not answered: the limit of connecting has passed by then, and nothing else ends it.
      countMiss()
    }
    planLook()
  }

  function countMiss(): void {
    misses++
    if (misses % patience === 0) driver.disconnect(true)
  }

  function planLook(): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => void look(), isAway() ? lookEveryMs.away : lookEveryMs.present)
    timer.unref()
  }

  driver.on('error', (error: NodeJS.ErrnoException) => {
    endTry()
    if (!isClosed) onChange(error.code ?? error.name)
  })
  driver.on('connect', () => {
    misses = 0
  })
  driver.on('close', () => {
    if (!isClosed) onChange('closed')
  })
  driver.on('ready', () => {
    endTry()
    change(false, '')
  })
  planLook()

  return {
    ...{ isAway, ask, driver, tried: tried.promise, isTried: () => isTried },
    close() {
      isClosed = true
      clearTimeout(timer)
      driver.disconnect()
    },
  }
}

/** Gives up at once what can't be sent. */
function openDriver(url: string, options: RedisOptions): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // What was given up is not done later.
    autoResendUnfulfilledCommands: false,
    connectTimeout: 2000,
    // Behind the address another server has taken over, and this one is its replica now.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    retryStrategy: (times) => Math.min(100 * times, 2000),
    ...options,
  })
}

class NoAnswer extends Error {}

/** Throws NoAnswer after the limit. What has arrived by then is read first: a process that was busy is no silent Redis. */
function answered<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new NoAnswer('Redis did not answer'))), answerLimitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
