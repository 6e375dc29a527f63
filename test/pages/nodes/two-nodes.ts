/** Two nodes of one service in this process, with one database, one Redis, and a site that counts requests. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { openScriptedModel, type ScriptedModel, testKey } from '../../model/scripted-model.ts'
import { type Origin, openOrigin, type Site } from '../../origin.ts'
import { type Json, openTestService, type TestService } from '../../service.ts'
import { openRedisServer, type Service } from '../../services.ts'
import { dumpRedis } from '../../store/redis/dump-redis.ts'

interface TwoNodes {
  nodes: [TestService, TestService]
  redis: Service
  origin: Origin
  model: ScriptedModel
  /** Everything in Redis, as text. */
  dump(): Promise<string>
}

/** Opens the nodes and sets the fields before a file's tests, and closes the nodes after them. */
export function useTwoNodes(site: Site, { hasModel = true } = {}): TwoNodes {
  const parts = {} as TwoNodes
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-nodes-'))
  beforeAll(async () => {
    parts.redis = await openRedisServer()
    parts.origin = await openOrigin(site)
    parts.model = await openScriptedModel()
    const open = () =>
      openTestService({
        GLEANER_DATA_DIR: folder,
        GLEANER_REDIS_URL: parts.redis.url,
        ...(hasModel ? { ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: parts.model.url } : {}),
      })
    parts.nodes = [await open(), await open()]
  })
  afterAll(async () => {
    for (const node of parts.nodes) await node.close()
    await parts.origin.close()
    await parts.model.close()
    await parts.redis.close()
    rmSync(folder, { recursive: true })
  })
  parts.dump = () => dumpRedis(parts.redis.url)
  return parts
}

/** Creates a separate key, and sends requests with it to either node. */
export async function openVisitor({ nodes, origin }: TwoNodes, path: string, credits = 1000) {
  const { key, id } = await nodes[0].access.issue('visitor', { credits })
  const authorization = `Bearer ${key}`
  const ask = async (node: 0 | 1, parameters: Record<string, string> = {}): Promise<Json & { status: number }> => {
    const query = { url: origin.url + path, ...parameters }
    const response = await nodes[node].get('/v1/scrape', query, { headers: { authorization } })
    return { status: response.status, ...((await response.json()) as Json) }
  }
  return {
    ...{ key, id, ask, authorization },
    fetches: () => origin.requests.filter((request) => request === path).length,
    balance: async () => (await nodes[0].access.keys.find(id))?.credits,
  }
}
