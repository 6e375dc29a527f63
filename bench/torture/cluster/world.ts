/** The cluster under test: two nodes, two workers, HAProxy, PostgreSQL, Redis, a site and a model, each with a separate link. */

import { openBalancer } from '../../../test/cluster/balancer.ts'
import { type Cluster, openCluster } from '../../../test/cluster/cluster.ts'
import { openScriptedModel, answers as says, testKey } from '../../../test/model/scripted-model.ts'
import { browserPath } from '../../../test/render/open-renderer.ts'
import { programNames } from './faults.ts'
import { createLinks, type LinkName, type Links } from './links.ts'
import { openTortureSite } from './site.ts'

interface TortureWorld {
  cluster: Cluster
  links: Links
  /** The balancer's URL, as clients use it, and each node's URL. */
  url: string
  fronts: [string, string]
  /** URL of the site. */
  site: string
  close(): Promise<void>
}

export async function openTortureWorld(): Promise<TortureWorld> {
  const links = createLinks()
  const origin = await openTortureSite()
  const site = await links.openSite(programNames, origin.url)
  const model = await openScriptedModel(() => says('An answer.'))
  const cluster = await openCluster({
    settings: {
      ...{ ANTHROPIC_API_KEY: testKey, GLEANER_RATE_LIMIT: '10000000', GLEANER_KEY_CONCURRENCY: '200' },
      // All pages are on one host.
      ...{ GLEANER_PER_HOST_CONCURRENCY: '64', GLEANER_STOP_GRACE_S: '20' },
    },
    nodeSettings: { GLEANER_BROWSER_PATH: '/nowhere' },
    workerSettings: { GLEANER_BROWSER_PATH: browserPath ?? '', GLEANER_BROWSER_PAGES: '2' },
    // Makes Redis write to disk, so that a fault can keep or lose its data.
    redisSettings: ['--appendonly', 'yes'],
    async routesOf(name, { postgres, redis }) {
      // Identifies the program's link to the site.
      const routes = {
        GLEANER_USER_AGENT: name,
        GLEANER_REDIS_URL: await links.open(`${name} redis` as LinkName, redis.url),
      }
      if (!name.startsWith('node')) return routes
      return {
        ...routes,
        GLEANER_DATABASE_URL: await links.open(`${name} postgres` as LinkName, postgres.url),
        ANTHROPIC_BASE_URL: await links.open(`${name} model` as LinkName, model.url),
      }
    },
  })
  const fronts: string[] = []
  for (const { name, address } of cluster.nodes)
    fronts.push(await links.open(`balancer ${name}` as LinkName, `http://${address}`))
  const balancer = await openBalancer(fronts.map((url) => new URL(url).host))
  return {
    ...{ cluster, links, site, fronts: fronts as [string, string] },
    url: await links.open('clients balancer', balancer.url),
    async close() {
      await balancer.close()
      await cluster.close()
      await links.close()
      await model.close()
      await origin.close()
    },
  }
}
