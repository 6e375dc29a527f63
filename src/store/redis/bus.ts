/** Exchanges messages between nodes over Redis channels. The messages are sealed, so only nodes can read them. */

import { randomUUID } from 'node:crypto'
import { isTooOld } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import type { NodeBus } from '../../pages/nodes/service-nodes.ts'
import type { Sealer } from '../seal.ts'
import { type RedisConnection, type RedisLink, redisPrefix } from './connection.ts'

interface Envelope {
  from: string
  /** `Date.now()` of the sender. */
  sentAt: number
  topic: string
  message: unknown
}

const channel = `${redisPrefix}nodes`

/** Sends over `connection`. Messages sent while Redis is unavailable are lost. */
export function openRedisBus(link: RedisLink, connection: RedisConnection, sealer: Sealer): NodeBus {
  const node = randomUUID()
  const listeners = new Map<string, Set<(message: unknown) => void>>()
  const { driver } = link.open({ autoResubscribe: false })
  // Subscribes again after every reconnect. If that fails, reconnects.
  driver.on('ready', () => void driver.subscribe(channel).catch(() => driver.disconnect(true)))
  driver.on('messageBuffer', (_channel: Buffer, sealed: Buffer) => {
    const opened = sealer.open(sealed, channel)
    if (opened === null) return
    const { from, sentAt, topic, message } = JSON.parse(opened.toString()) as Envelope
    // Redis delivers messages immediately, so an old one is a replay.
    if (isTooOld(sentAt, 0)) return
    if (from !== node) for (const listener of listeners.get(topic) ?? []) pass(message, listener)
  })

  /** Ignores errors from a listener, because no caller is waiting for them. */
  function pass(message: unknown, listener: (message: unknown) => void): void {
    try {
      listener(message)
    } catch (error) {
      emit('gleaner:fault', { requestId: node, error })
    }
  }

  return {
    async send(topic, message) {
      const envelope: Envelope = { from: node, sentAt: Date.now(), topic, message }
      const sealed = sealer.seal(Buffer.from(JSON.stringify(envelope)), channel)
      await connection.ask(
        (redis) => redis.publish(channel, sealed),
        () => 0,
      )
    },
    listen(topic, listener) {
      const own = listeners.get(topic) ?? new Set()
      listeners.set(topic, own.add(listener))
      return () => void own.delete(listener)
    },
  }
}
