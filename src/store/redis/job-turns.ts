/** Gleaner's own data in Redis for a BullMQ queue: turns of API keys, live workers, and answers. BullMQ's keys are left to BullMQ. */

import type { Queue } from 'bullmq'
import type { JobQueueFigures } from '../../pages/queue/job-queue.ts'
import { type RedisConnection, redisPrefix, scriptNow } from './connection.ts'

export const queuePrefix = `${redisPrefix}queue`

export function jobKeys(queue: string) {
  const own = `${redisPrefix}jobs:${queue}`
  return {
    /** A hash with the next turn of each API key. The field with the empty name has the turn that began last. */
    turns: `${own}:turns`,
    /** Sorted sets of workers that take jobs, and of those finishing their last jobs. Scores say when a worker stops counting as alive. */
    workers: `${own}:workers`,
    stopping: `${own}:stopping`,
    answerOf: (id: string) => `${own}:answer:${id}`,
    /** The channel for the IDs of jobs whose callers have disconnected. */
    abandoned: `${own}:abandoned`,
  }
}

export type JobKeys = ReturnType<typeof jobKeys>

/** A worker that hasn't reported for this long counts as dead. */
const aliveMs = 6000
/** Longer than any job can wait. */
const turnsKeptMs = 600_000

/**
 * Start-time fair queueing: a job's turn follows the last turn of its API key, but never comes before the job that began last. BullMQ calls
 * turns priorities and starts jobs in that order. If a key has many jobs, another key's first job waits only for those that are already
 * running. BullMQ's largest priority is 2,097,152. After that, turns start over at 1, ahead of the waiting jobs. KEYS: turns, workers.
 * ARGV: API key, largest turn, lifetime of turns in ms. Returns the time and the turn, or 0 if no worker is alive.
 * @see https://doi.org/10.1109/90.649569 Goyal, Vin, Cheng: Start-time Fair Queueing
 */
const takeTurnScript = `${scriptNow}
if redis.call('ZCOUNT', KEYS[2], now, '+inf') == 0 then return {now, 0} end
local begun = tonumber(redis.call('HGET', KEYS[1], '') or 1)
local turn = math.max(begun, tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 1))
if turn > tonumber(ARGV[2]) then
  redis.call('DEL', KEYS[1])
  begun, turn = 1, 1
end
redis.call('HSET', KEYS[1], ARGV[1], turn + 1, '', begun)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {now, turn}`

/** KEYS: turns. ARGV: the turn that is starting. Returns the time. */
const beginTurnScript = `${scriptNow}
if tonumber(ARGV[1]) > tonumber(redis.call('HGET', KEYS[1], '') or 1) then redis.call('HSET', KEYS[1], '', ARGV[1]) end
return now`

/** KEYS: workers, stopping. ARGV: index of the set to add the worker to (1 or 2), worker ID, milliseconds for which it counts as alive. */
const announceScript = `${scriptNow}
redis.call('ZREM', KEYS[3 - ARGV[1]], ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[tonumber(ARGV[1])], '-inf', now)
redis.call('ZADD', KEYS[tonumber(ARGV[1])], now + ARGV[3], ARGV[2])
return now`

/** KEYS: workers, stopping. Returns the number of live workers of each kind. */
const countWorkersScript = `${scriptNow}
return {redis.call('ZCOUNT', KEYS[1], now, '+inf'), redis.call('ZCOUNT', KEYS[2], now, '+inf')}`

type Driver = RedisConnection['driver']

/** Gives a new job its turn. Resolves with the turn and Redis's time, or with null if no worker is alive. */
export async function takeTurn(
  redis: Driver,
  { turns, workers }: JobKeys,
  { apiKey, maxTurn }: { apiKey: string; maxTurn: number },
): Promise<{ now: number; turn: number } | null> {
  const [at = 0, turn = 0] = (await redis.eval(
    ...[takeTurnScript, 2, turns, workers, apiKey, maxTurn, turnsKeptMs],
  )) as number[]
  return turn === 0 ? null : { now: at, turn }
}

/** Records that this turn has begun, so that new jobs of all API keys get later turns. Resolves with Redis's time. */
export async function beginTurn(redis: Driver, { turns }: JobKeys, turn: number): Promise<number> {
  return (await redis.eval(beginTurnScript, 1, turns, turn)) as number
}

/** Announces that a worker is alive, and whether it still takes jobs. */
export async function announceWorker(
  redis: Driver,
  { workers, stopping }: JobKeys,
  { id, isStopping }: { id: string; isStopping: boolean },
): Promise<void> {
  await redis.eval(announceScript, 2, workers, stopping, isStopping ? 2 : 1, id, aliveMs)
}

/** States of jobs that no worker has begun. */
export const waitingStates = ['waiting', 'prioritized', 'delayed'] as const

/**
 * Reads the number of jobs that are waiting or running, and the number of live workers. `stopping` counts workers that are only finishing
 * their current jobs. Resolves with null while Redis is unavailable.
 */
export async function readJobFigures(
  commands: RedisConnection,
  queue: Queue,
  { workers, stopping }: JobKeys,
): Promise<(JobQueueFigures & { stopping: number }) | null> {
  return commands.ask(async (redis) => {
    const [waiting, running, alive] = await Promise.all([
      queue.getJobCountByTypes(...waitingStates),
      queue.getActiveCount(),
      redis.eval(countWorkersScript, 2, workers, stopping),
    ])
    const [taking = 0, ending = 0] = alive as number[]
    return { waiting, running, workers: taking, stopping: ending }
  }, null)
}
