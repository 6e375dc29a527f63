/** What is done with jobs in Redis at once: scripts, and the names of what they work on. Times are those of Redis's clock. */

import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { redisPrefix } from './connection.ts'

/** Keys of BullMQ begin with it. */
export const queuePrefix = `${redisPrefix}queue`

/** Keys and channels of one queue. */
export function jobKeys(queue: string) {
  const own = `${queuePrefix}:${queue}`
  return {
    /** Of BullMQ, with the id of the job behind it. */
    job: `${own}:`,
    prioritized: `${own}:prioritized`,
    wait: `${own}:wait`,
    active: `${own}:active`,
    /** How many jobs were added: those of one turn begin in this order. */
    counter: `${own}:pc`,
    meta: `${own}:meta`,
    stalled: `${own}:stalled`,
    marker: `${own}:marker`,
    lockOf: (id: string) => `${own}:${id}:lock`,
    /** Of ours: the turn of each key, the workers that are alive, answers, large jobs, and those that nobody waits for any more. */
    turns: `${own}:turns`,
    workers: `${own}:workers`,
    answer: `${own}:answer:`,
    /** The answers of a key that wait to be fetched, by the time when they expire. */
    answersOf: (id: string) => `${own}:answers:${turnOf(id)}`,
    contentOf: (id: string) => `${own}:content:${id}`,
    endOf: (id: string) => `${own}:ended:${id}`,
    /** What a process that waits for answers is told, and what all workers are. */
    newsFor: (node: string) => `${own}:news:${node}`,
    ends: `${own}:ends`,
  }
}

export type JobKeys = ReturnType<typeof jobKeys>

/** Whose jobs take turns: what stands before the point in the id. */
export function turnOf(id: string): string {
  return id.slice(0, id.indexOf('.'))
}

/** A script that Redis keeps after its first call. */
type Script = (
  redis: Redis,
  keys: readonly string[],
  args: readonly (string | number | Uint8Array)[],
) => Promise<unknown>

function createScript(text: string): Script {
  const sha = createHash('sha1').update(text).digest('hex')
  return async (redis, keys, args) => {
    const given = [...keys, ...args.map((arg) => (arg instanceof Uint8Array ? Buffer.from(arg) : arg))]
    try {
      return await redis.evalsha(sha, keys.length, ...given)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return redis.eval(text, keys.length, ...given)
    }
  }
}

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Adds a job as BullMQ does, which takes more commands for it: text by name, JSON of what it is and of how it is done, its place by turn, and
 * the marker for which workers wait. KEYS[1]: prioritized. KEYS[6]: marker. KEYS[7]: counter. ARGV[1]: prefix of jobs.
 */
const add = `
local function add(id, turn, sentAt, node, leftMs, content, keptMs)
  local job = ARGV[1] .. id
  local sent = string.format('%.0f', sentAt)
  local rules = '{"jobId":"' .. id .. '","priority":' .. turn .. ',"timestamp":' .. sent
  redis.call('HSET', job, 'name', node, 'timestamp', sent, 'delay', 0, 'priority', turn,
    'data', '{"sentAt":' .. sent .. ',"leftMs":' .. leftMs .. ',"content":' .. content .. '}',
    'opts', rules .. ',"attempts":0,"removeOnComplete":true,"removeOnFail":true}')
  redis.call('PEXPIRE', job, keptMs)
  redis.call('ZADD', KEYS[1], turn * 0x100000000 + redis.call('INCR', KEYS[7]) % 0x100000000, id)
  redis.call('ZADD', KEYS[6], 0, '0')
end`

/**
 * Gives a job its turn, by start-time fair queueing: the turn after the last one of its key, but none before the job that began
 * last. Jobs begin in the order of their turns, which BullMQ calls priorities, so that one key's many jobs delay another's first
 * by no job that has not begun. Where too many jobs wait, the one of the latest turn makes room, or the new one is refused.
 * Turns are kept below the limit of priorities: before it all are moved back together.
 * A job whose content is given is added with it; a large one is added by `addScript`, once it is known that there is room for it.
 * KEYS: prioritized, wait, active, turns, workers, marker, counter. ARGV: prefix of jobs, key, most waiting, channel of news without its node,
 * largest turn, how long turns are kept in ms, id, node, milliseconds left, content as JSON (empty: added later), how long the job is kept in ms.
 * Returns how it ended (0: no worker is alive, 1: it may be added or is, 2: refused), its turn, the time, how many wait.
 * @see https://doi.org/10.1109/90.649569 Goyal, Vin, Cheng: Start-time Fair Queueing
 */
export const enterScript = createScript(`${now}${add}
if redis.call('ZCOUNT', KEYS[5], now, '+inf') == 0 then return {0, 0, now, 0} end
-- Of a try whose answer was late.
if redis.call('EXISTS', ARGV[1] .. ARGV[7]) == 1 then return {1, 0, now, 0} end
local waiting = redis.call('ZCARD', KEYS[1]) + redis.call('LLEN', KEYS[2])
local begun = tonumber(redis.call('HGET', KEYS[4], '') or 1)
local largest = tonumber(ARGV[5])
if begun > largest then
  local back = begun - 1
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    redis.call('ZINCRBY', KEYS[1], string.format('%.0f', -back * 0x100000000), id)
    redis.call('HINCRBY', ARGV[1] .. id, 'priority', -back)
  end
  for _, id in ipairs(redis.call('LRANGE', KEYS[3], 0, -1)) do
    if redis.call('EXISTS', ARGV[1] .. id) == 1 then redis.call('HINCRBY', ARGV[1] .. id, 'priority', -back) end
  end
  local turns = redis.call('HGETALL', KEYS[4])
  for i = 1, #turns, 2 do
    if tonumber(turns[i + 1]) <= begun then redis.call('HDEL', KEYS[4], turns[i])
    else redis.call('HINCRBY', KEYS[4], turns[i], -back) end
  end
  begun = 1
end
local turn = math.max(begun, tonumber(redis.call('HGET', KEYS[4], ARGV[2]) or 1))
if waiting >= tonumber(ARGV[3]) then
  local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  if not last[1] or math.floor(last[2] / 0x100000000) <= turn then return {2, 0, now, waiting} end
  local job = ARGV[1] .. last[1]
  local node = redis.call('HGET', job, 'name')
  redis.call('ZREM', KEYS[1], last[1])
  redis.call('DEL', job)
  redis.call('HINCRBY', KEYS[4], string.match(last[1], '^[^.]*'), -1)
  if node then redis.call('PUBLISH', ARGV[4] .. node, 'displaced ' .. last[1]) end
  waiting = waiting - 1
end
redis.call('HSET', KEYS[4], ARGV[2], turn + 1, '', begun)
redis.call('PEXPIRE', KEYS[4], ARGV[6])
if #ARGV[10] > 0 then add(ARGV[7], turn, now, ARGV[8], ARGV[9], ARGV[10], ARGV[11]) end
return {1, turn, now, waiting}`)

/**
 * Adds a job that has its turn, and whose content is in a key of its own.
 * KEYS as above. ARGV: prefix of jobs, id, turn, when it entered, node, milliseconds left, how long the job is kept in ms.
 */
export const addScript = createScript(`${add}
add(ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], 'null', ARGV[7])
return 1`)

/**
 * Takes a job back that nobody waits for any more. One that runs is ended by its worker; where its worker is lost it goes too.
 * KEYS: prioritized, wait, active, turns, lock, mark of its end, stalled. ARGV: prefix of jobs, id, key, how long the mark is of use in
 * ms, channel of ends. Returns whether it had not begun.
 */
export const leaveScript = createScript(`
local job = ARGV[1] .. ARGV[2]
local hadWaited = redis.call('ZREM', KEYS[1], ARGV[2]) + redis.call('LREM', KEYS[2], 1, ARGV[2])
if hadWaited > 0 then
  redis.call('DEL', job)
  if tonumber(redis.call('HGET', KEYS[4], ARGV[3]) or 1) > 1 then redis.call('HINCRBY', KEYS[4], ARGV[3], -1) end
elseif redis.call('EXISTS', job) == 1 then
  if redis.call('EXISTS', KEYS[5]) == 1 then
    redis.call('SET', KEYS[6], '', 'PX', ARGV[4])
    redis.call('PUBLISH', ARGV[5], ARGV[2])
  else
    redis.call('LREM', KEYS[3], 1, ARGV[2])
    redis.call('SREM', KEYS[7], ARGV[2])
    redis.call('DEL', job)
  end
end
return hadWaited`)

/** What a queue holds. KEYS: prioritized, wait, active, workers. Returns how many jobs wait, how many run, and how many workers are alive. */
export const jobFiguresScript = createScript(`${now}
local waiting = redis.call('ZCARD', KEYS[1]) + redis.call('LLEN', KEYS[2])
return {waiting, redis.call('LLEN', KEYS[3]), redis.call('ZCOUNT', KEYS[4], now, '+inf')}`)

/** Which of these jobs are there. ARGV: prefix of jobs, prefix of answers, ids. Returns of each whether it is, and the bytes of its answer. */
export const lookScript = createScript(`
local found = {}
for i = 3, #ARGV do
  found[#found + 1] = redis.call('EXISTS', ARGV[1] .. ARGV[i])
  found[#found + 1] = redis.call('STRLEN', ARGV[2] .. ARGV[i])
end
return found`)

/**
 * Says that a worker is alive, and to BullMQ how many events it keeps. KEYS: workers, meta. ARGV: its id, for how long in ms, number of
 * events. Returns the time.
 */
export const announceScript = createScript(`${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], 'opts.maxLenEvents', ARGV[3])
return now`)

/**
 * Begins with a job: whoever comes next has its turn after it. KEYS: mark of its end, job, turns. ARGV: channel of news, id.
 * Returns the time, and whether somebody waits for its answer.
 */
export const beginScript = createScript(`${now}
local turn = tonumber(redis.call('HGET', KEYS[2], 'priority') or 0)
if turn > tonumber(redis.call('HGET', KEYS[3], '') or 1) then redis.call('HSET', KEYS[3], '', turn) end
local isAwaited = 1 - redis.call('EXISTS', KEYS[1])
if isAwaited == 1 then redis.call('PUBLISH', ARGV[1], 'begun ' .. ARGV[2]) end
return {now, isAwaited}`)

/**
 * Answers a job, unless another worker has it by now, or answers of its key that wait already hold too many bytes; the first has room always.
 * KEYS: lock, answer, answers of the key. ARGV: token of the lock, channel of news, id, how long the answer is kept in ms, the answer (empty: the
 * job can't be read), bytes up to which the news holds the answer too, prefix of answers, most bytes of a key. Returns whether it was answered.
 */
export const answerScript = createScript(`${now}
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if #ARGV[5] == 0 then
  redis.call('PUBLISH', ARGV[2], 'unreadable ' .. ARGV[3])
else
  local held = 0
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  for _, id in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do held = held + redis.call('STRLEN', ARGV[7] .. id) end
  if held > 0 and held + #ARGV[5] > tonumber(ARGV[8]) then
    redis.call('PUBLISH', ARGV[2], 'crowded ' .. ARGV[3])
    return 1
  end
  redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[4])
  redis.call('ZADD', KEYS[3], now + ARGV[4], ARGV[3])
  redis.call('PEXPIRE', KEYS[3], ARGV[4])
  local shown = #ARGV[5] <= tonumber(ARGV[6]) and ' ' .. ARGV[5] or ''
  redis.call('PUBLISH', ARGV[2], 'answered ' .. ARGV[3] .. ' ' .. #ARGV[5] .. shown)
end
return 1`)
