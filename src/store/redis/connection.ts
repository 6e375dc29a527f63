/** Monitored Redis connections. While Redis doesn't answer, requests immediately continue without it. */

import { Redis, type RedisOptions } from 'ioredis'
import { emit } from '../../base/events.ts'

/** One connection. It sends commands in order, so large values need a separate connection. */
export interface RedisConnection {
  /** True while disconnected, or from a timeout until a command is answered. */
  isAway(): boolean
  /**
   * Resolves with the result of `work`, or with `fallback` while Redis is unavailable, fails or doesn't answer in time. Rethrows errors from
   * `work` that don't come from Redis.
   */
  ask<T, Fallback>(work: (redis: Redis) => Promise<T>, fallback: Fallback): Promise<T | Fallback>
  /** The underlying client, for anything except commands, such as a subscription. */
  readonly driver: Redis
}

export interface RedisLink {
  /** Opens a connection in the background. The first one is for small values. While it is down, the others are not tried. */
  open(options?: RedisOptions): RedisConnection
  /** True if any connection is unavailable. */
  isAway(): boolean
  /** Resolves within a second, when each connection is up or known to be down. */
  settled(): Promise<void>
  close(): void
}

export const redisPrefix = 'gleaner:'

/** The beginning of scripts that need Redis's time in milliseconds, as `now`. */
export const scriptNow = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Commands that take longer fail. Only the first one delays its request, by at most this much. */
const answerLimitMs = 500
/** Interval between checks of a connection that answers, and of one that doesn't. */
const lookEveryMs = { present: 5000, away: 1000 }
/** Number of unanswered checks before reconnecting, because the network may have dropped the connection silently. */
const patience = 3
/** A connection that isn't up after this time counts as unavailable. */
const firstTryMs = 1000
/** Minimum interval between log entries for errors that Redis itself reports. */
const reportEveryMs = 60_000

/** Logs `redis_away` once when Redis becomes unavailable, and `redis_back` once when it returns. */
export function openRedis(url: string): RedisLink {
  const connections: WatchedConnection[] = []

  const isAway = () => connections.some((connection) => connection.isTried() && connection.isAway())

  let wasAway = false

  function report(detail: string): void {
    if (isAway() === wasAway) return
    wasAway = !wasAway
    emit('gleaner:lifecycle', wasAway ? { event: 'redis_away', detail } : { event: 'redis_back' })
  }

  return {
    open(options = {}) {
      // While the first is down, the others aren't tried, so a request times out only once.
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
    },
  }
}

interface WatchedConnection extends RedisConnection {
  /** Resolves when the connection is up or has failed once, or after a second. */
  tried: Promise<void>
  isTried(): boolean
  close(): void
}

interface Surroundings {
  onChange(detail: string): void
  /** True if another connection knows that Redis is unavailable. */
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

  async function ask<T, Fallback>(work: (redis: Redis) => Promise<T>, fallback: Fallback): Promise<T | Fallback> {
    if (isAway() || isHopeless()) return fallback
    try {
      return await answered(work(driver))
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof NoAnswer) change(true, 'no answer')
      else if (error.name === 'ReplyError') reportRefusal(error)
      return fallback
    }
  }

  /** Reports, for example, that Redis refuses commands because its memory is full. */
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
      // The socket is connected, but Redis didn't answer the first commands. The connect timeout is over, so nothing else closes it.
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

/** Fails immediately for commands that can't be sent. */
function openDriver(url: string, options: RedisOptions): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Commands that have timed out must not run later.
    autoResendUnfulfilledCommands: false,
    // Subscribers subscribe when they are ready. The driver's own attempt would crash the process if the connection closes at the same time.
    autoResubscribe: false,
    connectTimeout: 2000,
    // Another server has become the primary, and this one is now its replica.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    retryStrategy: (times) => Math.min(100 * times, 2000),
    ...options,
  })
}

class NoAnswer extends Error {}

/** Throws NoAnswer after the limit. First reads replies that have already arrived, in case only this process is slow. */
function answered<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(new NoAnswer('Redis did not respond'))), answerLimitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
