/** Checks storage: the data folder, the database, its keys, and Redis. */

import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { programName, quotedWord } from '../../../base/terminal/program-name.ts'
import { type Check, concern, type Finding, failed, ok } from './check.ts'

const mib = 1024 * 1024
const minBytes = 100 * mib
const enoughBytes = 1024 * mib
/** Redis needs this many times the memory of the stored values, because it also holds limits and sessions, and has overhead. */
const roomBeside = 1.25

export const dataFolderCheck: Check = {
  name: 'data folder',
  async run({ config: { GLEANER_DATA_DIR: folder } }) {
    const place = nearestFolder(folder)
    const remedy = `mkdir -p ${quotedWord(folder)}, and make it writable, or change GLEANER_DATA_DIR`
    const refusal = whyNotWritable(place)
    if (refusal !== null) return failed(`can't write to ${place}: ${refusal}`, remedy)
    const { bavail, bsize, type } = statfsSync(place)
    const free = bavail * bsize
    const room = type === 0 ? '' : `, ${Math.floor(free / mib)} MiB free`
    const words = place === folder ? `${folder}${room}` : `${folder}, created on first start${room}`
    if (free < minBytes) return failed(`${words}: too little to record charges`, 'free up some space there')
    if (free < enoughBytes) return concern(words, 'free up some space there')
    const others = place === folder && process.platform !== 'win32' ? statSync(folder).mode & 0o077 : 0
    if (others !== 0) return concern(`${words}; other users can open it`, `chmod 700 ${quotedWord(folder)}`)
    return ok(words)
  },
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

/** Returns null, or the error code. Writes a file, because a file system may be read-only regardless of permissions. */
function whyNotWritable(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    rmdirSync(mkdtempSync(join(folder, '.gleaner-doctor-')))
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

export const databaseCheck: Check = {
  name: 'database',
  async run({ config, probes }) {
    if (config.GLEANER_DATABASE_URL !== undefined && config.GLEANER_SECRET === undefined) {
      return failed(
        'PostgreSQL without GLEANER_SECRET',
        'GLEANER_SECRET=$(openssl rand -base64 32), the same on every node',
      )
    }
    const facts = await probes.database()
    if (facts === null) return ok('SQLite, created on first start')
    const { program, tables, latestTables } = facts
    if (tables > latestTables) {
      return failed(
        `${program}: its tables are at version ${tables}, but this program supports ${latestTables}`,
        'install the newer version of Gleaner again, or restore a backup of this version (docs/upgrade.md)',
      )
    }
    if (tables === 0) return ok(`${program}, without tables: they are created on first start`)
    const later = tables < latestTables ? `, which will be upgraded to ${latestTables} on the next start` : ''
    return ok(`${program}, with tables of version ${tables}${later}`)
  },
  remedy:
    'start the database, or correct GLEANER_DATABASE_URL; if the SQLite file is damaged, restore a backup (docs/upgrade.md)',
}

export const keysCheck: Check = {
  name: 'keys',
  async run({ probes }): Promise<Finding> {
    const facts = await probes.database().catch(() => undefined)
    if (facts === undefined) return concern('unknown: the database is not responding', 'fix the database first')
    const create = `${programName()} keys create --name NAME`
    const { activeKeys, endedKeys } = facts ?? { activeKeys: 0, endedKeys: 0 }
    if (activeKeys > 0) return ok(`${activeKeys} active, ${endedKeys} revoked or expired`)
    if (endedKeys > 0) return failed(`all ${endedKeys} are revoked or expired`, create)
    return ok(`none yet: ${programName()} serve creates one on first start`)
  },
}

export const redisCheck: Check = {
  name: 'Redis',
  async run({ probes, config: { GLEANER_REDIS_MB: neededMb } }) {
    if (probes.redis === null) return ok('not set: each process works alone')
    const { version, isCluster, maxBytes, policy } = await probes.redis()
    const words = `Redis ${version}`
    if (isCluster)
      return failed(`${words}, part of a cluster`, 'set GLEANER_REDIS_URL to a server that is not part of a cluster')
    if (maxBytes === null) return ok(words)
    const room = `${words}, maxmemory ${Math.floor(maxBytes / mib)} MiB, ${policy}`
    if (policy !== 'noeviction') {
      return concern(`${room}: it evicts data that is still needed`, 'redis-cli config set maxmemory-policy noeviction')
    }
    const neededBytes = neededMb * mib * roomBeside
    if (maxBytes >= neededBytes) return ok(room)
    const minMb = Math.floor(maxBytes / mib / roomBeside)
    return concern(
      `${room}: not enough for GLEANER_REDIS_MB=${neededMb}`,
      `set GLEANER_REDIS_MB=${minMb}, or give Redis more memory`,
    )
  },
  remedy: 'start Redis, or correct GLEANER_REDIS_URL; until then, each process works alone',
}
