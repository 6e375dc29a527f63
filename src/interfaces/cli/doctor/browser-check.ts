/** The check of the browser: it is started, in its sandbox where that can be, and loads a page; with farms, a browser of each. */

import { type Check, concern, describe, type Finding, failed, ok } from './check.ts'
import type { FarmFacts } from './probes.ts'

const sandbox =
  'sysctl kernel.apparmor_restrict_unprivileged_userns=0 or kernel.unprivileged_userns_clone=1; in a container the seccomp profile of docs/deploy.md'

export const browserCheck: Check = {
  name: 'browser',
  // Longer than its start may take.
  limitMs: 40_000,
  async run({ config, probes }) {
    if (probes.farms) return (await probes.farms()).map(findingOf)
    const { GLEANER_BROWSER_PATH: configured } = config
    try {
      const facts = await probes.browser()
      if (facts) {
        const { path, version, containment } = facts
        const words = `${path} (${version}), ${containment}`
        return containment.startsWith('NOT') ? concern(words, sandbox) : ok(words)
      }
    } catch (error) {
      const words = describe(error)
      const isSandbox = /sandbox|namespace|credentials\.cc/i.test(words)
      return failed(words, isSandbox ? sandbox : 'gleaner install-browser, or GLEANER_BROWSER_PATH=/path/of/another')
    }
    if (configured === undefined) {
      return concern('none: render_js answers browser_unavailable, everything else works', 'gleaner install-browser')
    }
    return failed(`GLEANER_BROWSER_PATH names ${configured}, which can't be run`, 'correct it, or leave it out')
  },
}

function findingOf({ version, containment, failure }: FarmFacts): Finding {
  if (failure !== null) {
    const isTaken = failure.includes('EADDRINUSE')
    if (isTaken) return concern(`${failure}: by the service that runs, perhaps`, 'stop it, and check the farm before')
    return failed(failure, 'see docs/rendering.md#browser-farms for what a farm needs')
  }
  return ok(`${version}, ${containment}: its pages get out by our proxy alone`)
}
