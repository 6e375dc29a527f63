/** Opens the databases, limits and secrets from the settings, for keys, credits and operator commands. */

import { type Access, type AccessParts, type AccessStore, createAccess } from '../access/access.ts'
import { deriveSecrets } from '../access/keys.ts'
import type { StoreMaintenance } from '../access/maintenance.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { StoreCommands } from '../interfaces/cli/command.ts'
import type { ServiceNodes } from '../pages/nodes/service-nodes.ts'

export interface ComposedAccess extends Access {
  /** State that processes share in addition to the database. Null if Redis isn't set up, in which case the node works alone. */
  nodes: ServiceNodes | null
}

/** Opens keys, credits and limits for `gleaner serve`, `gleaner keys` and `gleaner usage`. Throws storage_unavailable or ConfigError. */
export async function composeAccess(config: Config): Promise<ComposedAccess> {
  const [{ readSecrets }, { createOutcomeJournal }] = await Promise.all([
    import('../store/secret.ts'),
    import('../store/outcome-journal.ts'),
  ])
  if (config.GLEANER_DATABASE_URL !== undefined && config.GLEANER_SECRET === undefined) {
    throw new ConfigError('GLEANER_SECRET: required with GLEANER_DATABASE_URL; every node needs the same secret')
  }
  const secrets = readSecrets(config.GLEANER_DATA_DIR, [config.GLEANER_SECRET, config.GLEANER_SECRET_PREVIOUS])
  const { nodes, ...limits } = await openLimits(config, (purpose) => deriveSecrets(secrets, purpose))
  const access = createAccess({
    store: await openStore(config),
    secrets,
    journal: createOutcomeJournal(config.GLEANER_DATA_DIR),
    ...limits,
    serverLimit: { limit: config.GLEANER_RATE_LIMIT, windowS: 60 },
    keyConcurrency: config.GLEANER_KEY_CONCURRENCY,
    ledgerDays: config.GLEANER_LEDGER_DAYS,
  })
  return { ...access, nodes }
}

/** Opens the operator commands for the database and server secret, used by `gleaner store`. */
export async function composeStore(config: Config): Promise<StoreCommands> {
  const { changeSecret, endOverlap } = await import('../store/secret.ts')
  function inFile<T>(work: (dataDir: string) => T): T {
    if (config.GLEANER_SECRET === undefined) return work(config.GLEANER_DATA_DIR)
    throw new ConfigError(
      'The secret is read from GLEANER_SECRET: set it to the new secret, and GLEANER_SECRET_PREVIOUS to the old one',
    )
  }
  return {
    ...(await openMaintenance(config)),
    changeSecret: async () => inFile(changeSecret),
    endSecretOverlap: async () => inFile(endOverlap),
  }
}

async function openMaintenance(config: Config): Promise<StoreMaintenance> {
  if (config.GLEANER_DATABASE_URL !== undefined)
    return (await import('../store/postgres/maintenance.ts')).postgresMaintenance
  return (await import('../store/sqlite/maintenance.ts')).createSqliteMaintenance(config.GLEANER_DATA_DIR)
}

async function openStore(config: Config): Promise<AccessStore> {
  if (config.GLEANER_DATABASE_URL !== undefined)
    return (await import('../store/postgres/postgres.ts')).openPostgres(config.GLEANER_DATABASE_URL)
  return (await import('../store/sqlite/sqlite.ts')).openSqlite(config.GLEANER_DATA_DIR)
}

async function openLimits(
  config: Config,
  secretsFor: Access['secretsFor'],
): Promise<Pick<AccessParts, 'limiter' | 'closeLimits'> & Pick<ComposedAccess, 'nodes'>> {
  if (config.GLEANER_REDIS_URL === undefined) {
    const { createMemoryLimiter } = await import('../store/memory/limits.ts')
    return { limiter: createMemoryLimiter(), nodes: null }
  }
  const [{ openRedis }, { createRedisLimiter }, { createRedisNodes }] = await Promise.all([
    import('../store/redis/connection.ts'),
    import('../store/redis/limits.ts'),
    import('../store/redis/nodes.ts'),
  ])
  const link = openRedis(config.GLEANER_REDIS_URL)
  const connection = link.open()
  const maxBytes = config.GLEANER_REDIS_MB * 1024 * 1024
  return {
    limiter: createRedisLimiter(connection),
    nodes: createRedisNodes({ link, connection, secretsFor, maxBytes }),
    closeLimits: async () => link.close(),
  }
}
