import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readLedger } from '../../../bench/torture/ledger-audit.ts'
import { createKey } from '../../../src/access/keys.ts'
import { createOutcomeQueue } from '../../../src/access/outcome-queue.ts'
import { composeAccess, composeStore } from '../../../src/compose/access.ts'
import { readConfig } from '../../../src/config/config.ts'
import { createOutcomeJournal } from '../../../src/store/outcome-journal.ts'
import { createSqliteMaintenance } from '../../../src/store/sqlite/maintenance.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'gleaner-maintenance-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newFolder = () => mkdtempSync(join(folder, 'data-'))
const openAccess = async (dataDir: string) => {
  const access = await composeAccess(readConfig({}, { GLEANER_DATA_DIR: dataDir }))
  onTestFinished(() => access.close())
  return access
}
const charge = (keyId: string, credits: number) => ({ keyId, credits, requestId: 'r', operation: 'scrape' })

function withDatabase<T>(dataDir: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'gleaner.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

describe('a backup of SQLite', () => {
  it('reflects one point in time even while credits are spent, and its ledger adds up', async () => {
    const dataDir = newFolder()
    const access = await openAccess(dataDir)
    const { key, id } = await access.issue('spender', { credits: 1000 })
    let isDone = false
    const spending = (async () => {
      while (!isDone) {
        const reservations = await Promise.all([3, 5, 7].map((credits) => access.ledger.reserve(charge(id, credits))))
        await Promise.all(reservations.map((reservation, i) => reservation.settle(i)))
      }
    })()
    const backups = [join(folder, 'first-backup'), join(folder, 'second-backup')]
    for (const backup of backups) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      await createSqliteMaintenance(dataDir).backup(backup)
    }
    isDone = true
    await spending
    const spent = await Promise.all(
      backups.map(async (backup) => {
        const { keys, movements } = await readLedger(backup, null)
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        expect(keys).toEqual([
          {
            id,
            credits: sum(movements.map(({ delta }) => delta)),
            used: sum(movements.map(({ charged }) => charged)),
          },
        ])
        return keys[0]?.used ?? 0
      }),
    )
    expect(spent[1]).toBeGreaterThan(spent[0] ?? 0)
    expect(readdirSync(backups[0] ?? '').sort()).toEqual(['gleaner.db', 'secret'])
    for (const name of ['gleaner.db', 'secret']) {
      expect(statSync(join(backups[0] ?? '', name)).mode & 0o077).toBe(0)
    }
    const restored = await openAccess(backups[1] ?? '')
    expect(await restored.authenticate(`Bearer ${key}`)).toBe(id)
  })

  it('includes outcomes that the database does not have yet', async () => {
    const dataDir = newFolder()
    const store = await openSqlite(dataDir)
    const { record } = createKey('spender', 'a secret for these tests', { credits: 10 })
    await store.keys.add(record)
    const hold = { id: 'hold', node: 'dead', ...charge(record.id, 5), requestId: 'r' }
    await store.ledger.reserve(hold)
    createOutcomeJournal(dataDir).append({ ...hold, isHeld: true, charged: 2, claim: null })
    const [backup, target] = [join(folder, 'backup-with-outcomes'), join(folder, 'restored-with-outcomes')]
    await createSqliteMaintenance(dataDir).backup(backup)
    await store.close()
    await createSqliteMaintenance(target).restore(backup)
    const restored = await openSqlite(target)
    const journal = createOutcomeJournal(target)
    const outcomes = createOutcomeQueue({ store: restored.ledger, journal, node: 'new' })
    expect(outcomes.orphans()).toEqual(['dead'])
    await outcomes.adopt('dead')
    expect(await restored.keys.find(record.id)).toMatchObject({ credits: 8, used: 2 })
    await restored.close()
  })

  it('requires a new folder and an existing database', async () => {
    const dataDir = newFolder()
    const { backup } = createSqliteMaintenance(dataDir)
    await expect(backup(join(folder, 'none'))).rejects.toMatchObject({ type: 'value_error' })
    await (await openSqlite(dataDir)).close()
    const full = newFolder()
    writeFileSync(join(full, 'file'), '')
    await expect(backup(full)).rejects.toMatchObject({ type: 'value_error' })
    expect(readdirSync(full)).toEqual(['file'])
    await expect(backup('/proc/nope')).rejects.toMatchObject({ type: 'storage_unavailable' })
  })
})

describe('a backup that is restored', () => {
  it('restores its balances and keys, and sets the replaced files aside', async () => {
    const dataDir = newFolder()
    const access = await composeAccess(readConfig({}, { GLEANER_DATA_DIR: dataDir }))
    const { key, id } = await access.issue('spender', { credits: 10 })
    const backup = join(folder, 'restored-backup')
    const maintenance = createSqliteMaintenance(dataDir)
    await maintenance.backup(backup)
    await (await access.ledger.reserve(charge(id, 4))).settle(4)
    await access.issue('later')
    await expect(maintenance.restore(backup)).rejects.toMatchObject({ message: expect.stringContaining('in use') })
    await access.close()

    const { replaced, hasSecret } = await maintenance.restore(backup)
    expect(hasSecret).toBe(true)
    const restored = await openAccess(dataDir)
    expect(await restored.authenticate(`Bearer ${key}`)).toBe(id)
    expect(await restored.keys.list()).toMatchObject([{ id, credits: 10, used: 0 }])
    const aside = await readLedger(replaced ?? '', null)
    expect(aside.keys.find((one) => one.id === id)).toMatchObject({ credits: 6, used: 4 })
    expect(readdirSync(replaced ?? '').sort()).toEqual(['gleaner.db', 'secret'])
  })

  it('works in an empty folder, where its open reservations are released', async () => {
    const dataDir = newFolder()
    const access = await openAccess(dataDir)
    const { id } = await access.issue('spender', { credits: 10 })
    await access.ledger.reserve(charge(id, 4))
    const backup = join(folder, 'backup-with-hold')
    await createSqliteMaintenance(dataDir).backup(backup)
    const target = join(folder, 'new data')
    expect(await createSqliteMaintenance(target).restore(backup)).toEqual({ replaced: null, hasSecret: true })
    const store = await openSqlite(target)
    for (const [node, beat] of await store.ledger.beats()) await store.ledger.sweep(node, beat)
    expect(await store.keys.find(id)).toMatchObject({ credits: 10, used: 0 })
    await store.close()
  })

  const unusable: [string, (backup: string) => void, string][] = [
    ['is damaged', (backup) => corrupt(join(backup, 'gleaner.db')), ''],
    ['is too new', (backup) => withDatabase(backup, (db) => db.exec('PRAGMA user_version = 999')), 'newer'],
    ['is empty', (backup) => rmSync(join(backup, 'gleaner.db')), 'There is no gleaner.db'],
  ]
  it.each(unusable)('is refused if it %s, and changes nothing', async (_, spoil, message) => {
    const dataDir = newFolder()
    const access = await composeAccess(readConfig({}, { GLEANER_DATA_DIR: dataDir }))
    await access.issue('spender', { credits: 10 })
    await access.close()
    const backup = join(newFolder(), 'backup')
    await createSqliteMaintenance(dataDir).backup(backup)
    spoil(backup)
    const before = [readdirSync(dataDir).sort(), readFileSync(join(dataDir, 'secret'), 'utf8')]
    await expect(createSqliteMaintenance(dataDir).restore(backup)).rejects.toThrow(message)
    expect([readdirSync(dataDir).sort(), readFileSync(join(dataDir, 'secret'), 'utf8')]).toEqual(before)
  })
})

describe('the server secret', () => {
  it('is changed in the data folder, but not if it comes from the settings', async () => {
    const dataDir = join(folder, 'changed secret')
    mkdirSync(dataDir)
    const config = (env: Record<string, string> = {}) => readConfig({}, { GLEANER_DATA_DIR: dataDir, ...env })
    const before = await composeAccess(config())
    const { key, id } = await before.issue('key')
    await before.close()
    const store = await composeStore(config())
    await store.changeSecret()
    const during = await composeAccess(config())
    expect(await during.authenticate(`Bearer ${key}`)).toBe(id)
    await during.close()
    expect(await store.endSecretOverlap()).toBe(true)
    const after = await composeAccess(config())
    expect(await after.authenticate(`Bearer ${key}`)).toBe(id)
    await after.close()
    const configured = await composeStore(config({ GLEANER_SECRET: 'a secret of the settings' }))
    await expect(configured.changeSecret()).rejects.toThrow('GLEANER_SECRET_PREVIOUS')
  })
})

/** Overwrites pages in the middle of a file. */
function corrupt(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0x55, 4096, Math.min(bytes.length, 5 * 4096))
  writeFileSync(path, bytes)
}
