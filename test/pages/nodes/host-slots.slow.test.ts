import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { placedPdf } from '../../documents/pdf/placed-text.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { startProgram } from '../../program.ts'
import { browserPath, lacksBrowser } from '../../render/open-renderer.ts'
import { openTestService, type TestService } from '../../service.ts'
import { lacksRedis, openRedisServer, type Service } from '../../services.ts'
import { until, within } from '../../waits.ts'

/** The default of GLEANER_PER_HOST_CONCURRENCY, and the share of one key. */
const [perHost, perKey] = [8, 6]

describe.skipIf(lacksRedis)('requests to one site from two nodes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-slots-'))
  let [underWay, most] = [0, 0]
  // Long enough that requests of both nodes overlap on busy cores.
  let pause = 300
  let redis: Service
  let origin: Origin
  let settings: Record<string, string>
  let nodes: [TestService, TestService]

  beforeAll(async () => {
    redis = await openRedisServer()
    origin = await openOrigin({
      '/slow': (_, response) => {
        most = Math.max(most, ++underWay)
        setTimeout(() => {
          underWay--
          response.setHeader('content-type', 'text/html').end('<p>Slow</p>')
        }, pause)
      },
      '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: placedPdf([{ texts: [] }]) },
      '/held': (_, response) => {
        underWay++
        response.on('close', () => underWay--)
      },
    })
    settings = { GLEANER_DATA_DIR: folder, GLEANER_REDIS_URL: redis.url }
    nodes = [await openTestService(settings), await openTestService(settings)]
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await origin.close()
    await redis.close()
    rmSync(folder, { recursive: true })
  })

  /** Asks both nodes at once with this number of keys. Resolves with the statuses. */
  async function flood(count: number, keys: number): Promise<Set<number>> {
    most = 0
    const issued = await Promise.all(Array.from({ length: keys }, () => nodes[0].access.issue('visitor')))
    const asked = Array.from({ length: count }, (_, n) => {
      const headers = { authorization: `Bearer ${issued[n % keys]?.key}` }
      return nodes[n % 2 === 0 ? 0 : 1].get('/v1/scrape', { url: `${origin.url}/slow?${n}` }, { headers })
    })
    return new Set((await Promise.all(asked)).map(({ status }) => status))
  }

  it('are together never more than the limit for the host, nor than the share of one key', async () => {
    expect(await flood(120, 6)).toEqual(new Set([200]))
    expect(most).toBe(perHost)
    expect(await flood(60, 1).then((statuses) => statuses.has(200))).toBe(true)
    expect(most).toBeLessThanOrEqual(perKey)
    expect(underWay).toBe(0)
  })

  it('leave no names of hosts or keys in Redis', async () => {
    const { dumpRedis } = await import('../../store/redis/dump-redis.ts')
    pause = 1000
    const asked = flood(2, 1)
    await until('a request at the site', () => underWay > 0)
    const text = await dumpRedis(redis.url)
    await asked
    pause = 300
    expect([text.includes('gleaner:host:'), text.includes('127.0.0.1')]).toEqual([true, false])
  })

  it('of a node that is killed no longer count after a few seconds', async () => {
    const other = await openRedisServer()
    onTestFinished(() => other.close())
    const shared = { ...settings, GLEANER_REDIS_URL: other.url, GLEANER_PER_HOST_CONCURRENCY: '2' }
    const child = startProgram(['serve', '--port', '0'], shared)
    const { key } = await nodes[0].access.issue('visitor')
    let url = ''
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1] ?? ''
      if (url) break
    }
    const held = Array.from({ length: 2 }, async (_, n) => {
      const { key: own } = await nodes[0].access.issue(`visitor ${n}`)
      const query = new URLSearchParams({ url: `${origin.url}/held`, timeout_ms: '60000' })
      await fetch(`${url}/v1/scrape?${query}`, { headers: { authorization: `Bearer ${own}` } }).catch(() => {})
    })
    await until('the held requests', () => underWay === 2)
    const survivor = await openTestService(shared)
    onTestFinished(() => survivor.close())
    const headers = { authorization: `Bearer ${key}` }
    const refused = await survivor.get('/v1/scrape', { url: `${origin.url}/slow`, timeout_ms: '1500' }, { headers })
    expect([refused.status, most > 0]).toEqual([504, true])
    const before = origin.requests.length
    child.kill('SIGKILL')
    await within('the end of the node', once(child, 'exit'))
    await Promise.all(held)
    const answer = await survivor.get('/v1/scrape', { url: `${origin.url}/slow`, timeout_ms: '20000' }, { headers })
    expect([answer.status, origin.requests.length]).toEqual([200, before + 1])
  })

  it.skipIf(lacksBrowser)("count a worker's fetches too", async () => {
    const other = await openRedisServer()
    const shared = {
      ...{ ...settings, GLEANER_REDIS_URL: other.url, GLEANER_PER_HOST_CONCURRENCY: '2' },
      ...{ GLEANER_SECRET: 'the same in both programs', GLEANER_DATA_DIR: join(folder, 'with-worker') },
    }
    const service = await openTestService({ ...shared, GLEANER_BROWSER_PATH: '/nowhere' })
    const worker = startProgram(['worker'], {
      ...{ ...shared, GLEANER_WORKER_PORT: '0', GLEANER_BROWSER_PATH: browserPath ?? '' },
    })
    onTestFinished(async () => {
      worker.kill('SIGKILL')
      await service.close()
      await other.close()
    })
    for await (const line of createInterface({ input: worker.stdout as NodeJS.ReadableStream }))
      if (line.includes('is ready for jobs')) break
    const scrape = async (path: string, parameters: Record<string, string>, signal?: AbortSignal) => {
      const { key } = await service.access.issue('visitor')
      const headers = { authorization: `Bearer ${key}` }
      return service.get(
        '/v1/scrape',
        { url: origin.url + path, ...parameters },
        { headers, ...(signal && { signal }) },
      )
    }
    const toFile = () => origin.requests.filter((path) => path === '/file.pdf').length
    // The browser finds that this isn't a page, and the worker fetches it.
    const render = (timeoutMs: string) => scrape('/file.pdf', { render_js: 'true', timeout_ms: timeoutMs })
    // The service sees a new worker after a moment, and until then has none.
    await until('a worker', async () => (await render('60000')).status !== 503)
    expect(toFile()).toBe(2)
    const leaving = new AbortController()
    const held = [1, 2].map(() => scrape('/held', { timeout_ms: '60000' }, leaving.signal).catch(() => {}))
    await until('the held requests', () => underWay === 2)
    expect([(await render('6000')).status, toFile()]).toEqual([504, 3])
    leaving.abort()
    await Promise.all(held)
    expect([(await render('60000')).status, toFile()]).toEqual([200, 5])
  })

  it('are counted by each node while Redis is unavailable, and together again afterwards', async () => {
    await redis.kill()
    expect(await flood(60, 4)).toEqual(new Set([200]))
    expect(most).toBeGreaterThan(perHost)
    expect(most).toBeLessThanOrEqual(2 * perHost)
    await redis.start()
    const isBack = async () => {
      const states = await Promise.all(nodes.map((node) => node.access.nodes?.isAway()))
      return states.every((isAway) => !isAway)
    }
    await until('both nodes to be connected', isBack)
    expect(await flood(60, 4)).toEqual(new Set([200]))
    expect(most).toBeLessThanOrEqual(perHost)
  })
})
