/**
 * Redis scripts for values that belong to owners. Each script is atomic, so the limits hold across all nodes. Each kind of value has its
 * own prefix. Per value, `v:OWNER/ID` is the value. Per owner, `m:OWNER` maps IDs to bytes, storage time and listed fields, and `o:OWNER`
 * orders IDs by last use. For all owners, `used` and `ends` order OWNER/ID by last use and by expiry, and `bytes` has the bytes by owner,
 * with the total under the empty name. Values expire in Redis, and the next script to run removes them from the counts.
 */

/** ARGV: [1] prefix, [2] owner, [3] ID. Times are in milliseconds on Redis's clock, except for last uses, which are in microseconds. */
const common = `
local prefix, owner, id = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
local used, ends, bytes = prefix .. 'used', prefix .. 'ends', prefix .. 'bytes'

local function sizeOf(of, name)
  local field = redis.call('HGET', prefix .. 'm:' .. of, name)
  return field and tonumber(string.match(field, '^%d+')) or nil
end

local function count(of, change)
  for _, name in ipairs({ of, '' }) do
    if redis.call('HINCRBY', bytes, name, change) <= 0 then redis.call('HDEL', bytes, name) end
  end
end

local function drop(of, name)
  local member = of .. '/' .. name
  redis.call('DEL', prefix .. 'v:' .. member)
  redis.call('ZREM', used, member)
  redis.call('ZREM', ends, member)
  redis.call('ZREM', prefix .. 'o:' .. of, name)
  local size = sizeOf(of, name)
  if size then
    redis.call('HDEL', prefix .. 'm:' .. of, name)
    count(of, -size)
  end
end

local function dropMember(member)
  local at = string.find(member, '/', 1, true)
  drop(string.sub(member, 1, at - 1), string.sub(member, at + 1))
end

for _, member in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 200)) do dropMember(member) end
`

/** Returns the value, its metadata and the time, or null if the value is gone. If Redis is full, doesn't record the use. */
export const getScript = `${common}
local value = redis.call('GET', prefix .. 'v:' .. owner .. '/' .. id)
if not value then
  drop(owner, id)
  return false
end
redis.pcall('ZADD', used, 'XX', micros, owner .. '/' .. id)
redis.pcall('ZADD', prefix .. 'o:' .. owner, 'XX', micros, id)
return { value, redis.call('HGET', prefix .. 'm:' .. owner, id), now }`

/**
 * ARGV: [4] value, [5] listed fields, [6] bytes, [7] lifetime, [8] and [9] maximum number and bytes per owner, [10] and [11] maximum number
 * and bytes overall, [12] how long the index outlives the last value. Returns 1 if the value is stored.
 */
export const setScript = `
-- Changes nothing. Redis refuses it where its memory is full, and would not refuse what follows a deletion.
redis.call('SETRANGE', ARGV[1] .. 'room', 0, '')
${common}
local size, share = tonumber(ARGV[6]), { number = tonumber(ARGV[8]), bytes = tonumber(ARGV[9]) }
local bounds = { number = tonumber(ARGV[10]), bytes = tonumber(ARGV[11]) }
drop(owner, id)
if size > share.bytes then return 0 end
local own, member = prefix .. 'o:' .. owner, owner .. '/' .. id
local function held(of) return tonumber(redis.call('HGET', bytes, of) or '0') end
while redis.call('ZCARD', own) >= share.number or held(owner) + size > share.bytes do
  local oldest = redis.call('ZRANGE', own, 0, 0)[1]
  if not oldest then break end
  drop(owner, oldest)
end
while redis.call('ZCARD', used) >= bounds.number or held('') + size > bounds.bytes do
  local oldest = redis.call('ZRANGE', used, 0, 0)[1]
  if not oldest then break end
  dropMember(oldest)
end
redis.call('SET', prefix .. 'v:' .. member, ARGV[4], 'PX', ARGV[7])
redis.call('HSET', prefix .. 'm:' .. owner, id, size .. ':' .. now .. ':' .. ARGV[5])
redis.call('ZADD', own, micros, id)
redis.call('ZADD', used, micros, member)
redis.call('ZADD', ends, now + ARGV[7], member)
count(owner, size)
for _, key in ipairs({ own, prefix .. 'm:' .. owner, used, ends, bytes }) do redis.call('PEXPIRE', key, ARGV[12]) end
return 1`

/** Returns alternating ids and metadata of the owner's most recently used values, at most ARGV[4]. */
export const listScript = `${common}
local listed = {}
for _, name in ipairs(redis.call('ZREVRANGE', prefix .. 'o:' .. owner, 0, ARGV[4] - 1)) do
  local field = redis.call('HGET', prefix .. 'm:' .. owner, name)
  if field then
    listed[#listed + 1] = name
    listed[#listed + 1] = field
  end
end
return listed`

export const deleteScript = `${common}
drop(owner, id)
return 1`

/** Returns the number and bytes of all values. */
export const figuresScript = `${common}
return { redis.call('ZCARD', used), tonumber(redis.call('HGET', bytes, '') or '0') }`
