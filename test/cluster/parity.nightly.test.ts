import { describe } from 'vitest'
import type { AskedService } from '../interfaces/interfaces.ts'
import { describeParity, describeReadingOn, useParityWorld } from '../interfaces/parity/parity-suite.ts'
import { at, explain, type ParityCase, scrape } from '../interfaces/parity-case.ts'
import { cases } from '../interfaces/parity-cases.ts'
import { browserPath, lacksBrowser } from '../render/open-renderer.ts'
import { requestsTo } from '../service.ts'
import { lacksPostgres, lacksRedis } from '../services.ts'
import { lacksBalancer, openBalancer } from './balancer.ts'
import { openCluster } from './cluster.ts'

/** Nodes without a browser, and workers with one, behind the balancer. */
async function openBalancedCluster(settings: Record<string, string>): Promise<AskedService> {
  const cluster = await openCluster({ settings, workerSettings: { GLEANER_BROWSER_PATH: browserPath ?? '' } })
  const balancer = await openBalancer(cluster.nodes.map(({ address }) => address))
  const { key } = await cluster.issue('test')
  return {
    ...{ url: balancer.url, key, access: cluster },
    ...requestsTo(balancer.url, key),
    async close() {
      await balancer.close()
      await cluster.close()
    },
  }
}

/** Cases that expect the browser to be missing, although these workers have one. */
const isLoadedByWorkers = ({ input, error }: ParityCase) =>
  (input.render_js === true || input.render_if_needed === true) && error !== 'value_error'

const rendered: ParityCase[] = [
  scrape(
    'a page that a worker renders',
    { render_js: true },
    { result: { title: 'An article', rendered: true, complete: true, credits_charged: 5 } },
  ),
  scrape(
    'outputs and a selector of a page that a worker renders',
    { render_js: true, output: 'links', css_selector: 'nav', extra_outputs: ['emails'] },
    { result: { content: [{ text: 'Navigation' }], rendered: true, credits_charged: 5 } },
  ),
  scrape(
    'a prompt about a page that a worker renders',
    { render_js: true, prompt: 'What is this page about?' },
    { result: { content: 'An article about parity.', rendered: true, credits_charged: 10 } },
  ),
  scrape(
    'render_if_needed with a page that needs no browser',
    { render_if_needed: true },
    { result: { rendered: false, credits_charged: 1 } },
  ),
  at(
    '/missing',
    'a 404 that a worker renders',
    { result: { status_code: 404, rendered: true, credits_charged: 0 } },
    { render_js: true },
  ),
  at(
    '/inside',
    'a redirect to the metadata service in a worker',
    { error: 'address_refused', status: 422 },
    {
      render_js: true,
    },
  ),
  explain(
    'explain by a worker',
    '/article',
    { result: { title: 'An article', credits_charged: 5 } },
    { render_js: true },
  ),
]

const overTheNetwork = ['REST', 'REST by POST', 'legacy MCP over HTTP', 'modern MCP over HTTP'] as const

describe.skipIf(lacksBalancer || lacksPostgres || lacksRedis || lacksBrowser)(
  'two nodes and two workers behind HAProxy',
  () => {
    const world = useParityWorld(openBalancedCluster)

    // The command line and MCP over stdio run outside the cluster, and the cluster's responses are compared with theirs.
    describeParity(
      world,
      cases.filter((parityCase) => !isLoadedByWorkers(parityCase)),
    )
    describeReadingOn(world)
    describe('with a browser only on the workers', () => describeParity(world, rendered, overTheNetwork))
  },
)
