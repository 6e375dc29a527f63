/** Checks the browser by starting it, in its sandbox if possible, and loading a page. Checks a browser from each farm, if any. */

import { programName } from '../../../base/terminal/program-name.ts'
import { type Check, concern, describe, type FarmFacts, type Finding, failed, ok } from './check.ts'

const sandbox =
  'sysctl kernel.apparmor_restrict_unprivileged_userns=0 or kernel.unprivileged_userns_clone=1; in a container, use the seccomp profile in docs/deploy.md'

export const browserCheck: Check = {
  name: 'browser',
  // This is longer than the browser may take to start.
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
      return failed(
        words,
        isSandbox ? sandbox : `${programName()} install-browser, or GLEANER_BROWSER_PATH=/path/to/another`,
      )
    }
    if (configured === undefined) {
      return concern(
        'none found: render_js fails with browser_unavailable, but everything else works',
        `${programName()} install-browser`,
      )
    }
    return failed(
      `GLEANER_BROWSER_PATH is ${configured}, which can't be run`,
      'correct the path, or unset GLEANER_BROWSER_PATH',
    )
  },
}

function findingOf({ version, containment, failure }: FarmFacts): Finding {
  if (failure !== null) {
    const isTaken = failure.includes('EADDRINUSE')
    if (isTaken)
      return concern(`${failure}, perhaps by the running service`, 'stop the service, and then check the farm again')
    return failed(failure, 'see docs/rendering.md#browser-farms')
  }
  return ok(`${version}, ${containment}: its pages reach the network only through Gleaner's proxy`)
}
