/** Compares several outputs of real pages, one request per page, with a crawler that produces the same outputs. */

import { stop } from '../rig/child.ts'
import { median } from '../rig/figures.ts'
import { startGleaner } from '../rig/gleaner.ts'
import { startOrigin } from '../rig/origin.ts'
import { installPeers } from '../rig/peers.ts'
import { choosePages } from '../rig/saved-pages.ts'
import { inTurns } from '../rig/turns.ts'
import { crawlerArm, serviceArm, startCrawler } from './pages.ts'
import type { Row } from './row.ts'

const pageCount = 40
/** Number of times each page is read per round. */
const repeats = 4

const extraOutputs = 'clean_html,links,emails,html_head_metadata_json'

export const outputs: Row = {
  name: 'outputs',
  title: `markdown, clean HTML, links, e-mails and metadata of ${pageCount} saved pages of 100 to 220 kB, ${pageCount * repeats} per round, 8 at a time`,
  peers: ['@crawlee/cheerio', 'turndown'],
  async measure({ rounds, progress }) {
    installPeers()
    const saved = choosePages(pageCount, 100_000, 220_000)
    const origin = await startOrigin(saved)
    const urls = Array.from({ length: repeats }, () =>
      [...saved.keys()].map((path) => origin.url + encodeURI(path)),
    ).flat()
    const gleaner = await startGleaner()
    const crawler = await startCrawler()
    try {
      const turns = await inTurns(
        {
          gleaner: serviceArm(
            gleaner,
            urls.map((url) => gleaner.scrapeUrl(url, { extra_outputs: extraOutputs })),
          ),
          crawlee: crawlerArm(crawler, urls, { withCleanHtml: true }),
        },
        rounds,
        progress,
      )
      const [ours, peer] = [turns.gleaner, turns.crawlee].map((list) => list.map((turn) => turn.pagesPerSecond))
      return [
        {
          what: 'five outputs of one request against CheerioCrawler making the same five',
          unit: '×',
          values: (ours ?? []).map((pages, round) => pages / (peer?.[round] ?? Number.NaN)),
          bar: { atLeast: 3.5 },
          note: `${median(ours ?? []).toFixed(1)} and ${median(peer ?? []).toFixed(1)} pages/s`,
        },
      ]
    } finally {
      await Promise.all([origin.stop(), gleaner.stop(), stop(crawler)])
    }
  },
}
