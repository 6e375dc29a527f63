import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../scripts/ensure-services.mjs'
import { composeAccess } from '../../../src/compose/access.ts'
import { readConfig } from '../../../src/config/config.ts'
import { postgresMaintenance } from '../../../src/store/postgres/maintenance.ts'
import { lacksPostgres, openPostgresServer, type Service } from '../../services.ts'

const programs = findPostgres() ?? ''
const lacksDump = lacksPostgres || !existsSync(join(programs, 'pg_dump'))

describe.skipIf(lacksPostgres)('PostgreSQL', () => {
  let server: Service
  let databases = 0
  beforeAll(async () => {
    server = await openPostgresServer()
  })
  afterAll(() => server.close())

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  async function createDatabase(): Promise<string> {
    const name = `database_${databases++}`
    await query(server.url, `CREATE DATABASE ${name}`)
    return server.url.replace(/postgres$/, name)
  }

  it.skipIf(lacksDump)(
    'can be dumped and restored with its own tools, with keys, balances and the ledger intact',
    async () => {
      const [from, to] = [await createDatabase(), await createDatabase()]
      const open = (url: string) =>
        composeAccess(readConfig({}, { GLEANER_DATABASE_URL: url, GLEANER_SECRET: 'one secret for both databases' }))
      const charge = { credits: 4, requestId: 'r', operation: 'scrape' }
      const access = await open(from)
      const { key, id } = await access.issue('spender', { credits: 10 })
      await (await access.ledger.reserve({ ...charge, keyId: id })).settle(3)
      const folder = mkdtempSync(join(tmpdir(), 'gleaner-dump-'))
      const file = join(folder, 'gleaner.dump')
      const run = (program: string, ...args: string[]) => execFileSync(join(programs, program), args)
      run('pg_dump', '--format=custom', '--schema=gleaner', `--file=${file}`, from)
      run('pg_restore', '--clean', '--if-exists', '--single-transaction', `--dbname=${to}`, file)
      rmSync(folder, { recursive: true })
      const restored = await open(to)
      expect(await restored.authenticate(`Bearer ${key}`)).toBe(id)
      const settled = await (await restored.ledger.reserve({ ...charge, keyId: id })).settle(4)
      expect(settled).toEqual({ charged: 4, remaining: 3 })
      await expect(query(to, 'DELETE FROM gleaner.movement')).rejects.toThrow('movements stay')
      await Promise.all([access.close(), restored.close()])
    },
  )

  it('names the tools that back it up', async () => {
    const { backup, restore } = postgresMaintenance
    await expect(backup('folder')).rejects.toThrow('pg_dump')
    await expect(restore('folder')).rejects.toThrow('pg_restore')
  })
})
