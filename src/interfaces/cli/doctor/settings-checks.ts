/** Checks for invalid, unknown and risky settings, and checks the port, models and browsers that the settings name. */

import { createServer } from 'node:net'
import { programName } from '../../../base/terminal/program-name.ts'
import type { Config } from '../../../config/config.ts'
import { removedSettings } from '../../../config/removed-settings.ts'
import { nearestSetting } from '../../../config/sound-config.ts'
import { allowedModels, isSetUp, notSetUp, vendorOf } from '../../../model/model/model-choice.ts'
import { isLoopback } from '../../http/host-check.ts'
import { type Check, concern, describe, type FarmFacts, type Finding, failed, ok } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ problems, unknown }) {
    const faulty = Object.entries(problems).map(([name, problem]) =>
      failed(
        `${name} ${problem}`,
        name in removedSettings ? `unset ${name}` : `correct ${name}, or unset it to use the default`,
      ),
    )
    const misspelt = unknown.map((name) => {
      const meant = nearestSetting(name)
      return concern(`${name} is not a setting`, meant === null ? `unset ${name}` : `did you mean ${meant}?`)
    })
    const found = [...faulty, ...misspelt]
    return found.length === 0 ? ok('all valid') : found
  },
}

function risksOf(config: Config): string[] {
  const { GLEANER_ALLOW_ADDRESSES: ranges, GLEANER_HOST: host } = config
  const risks = [
    ranges.length > 0 && `GLEANER_ALLOW_ADDRESSES lets every caller read ${ranges.join(', ')}`,
    config.GLEANER_ALLOWED_HOSTS.includes('*') && 'GLEANER_ALLOWED_HOSTS=* allows DNS rebinding',
    config.GLEANER_TRUST_PROXY && !isLoopback(host) && `GLEANER_TRUST_PROXY trusts every client that reaches ${host}`,
    config.GLEANER_METRICS === 'public' && 'GLEANER_METRICS=public shows /metrics to everyone who reaches the service',
  ]
  return risks.filter((risk) => risk !== false)
}

export const riskCheck: Check = {
  name: 'risks',
  async run({ config }) {
    const found = risksOf(config).map((risk) => concern(risk, 'change it, unless this is intended'))
    return found.length === 0 ? ok('no setting gives strangers access') : found
  },
}

export const portCheck: Check = {
  name: 'port',
  async run({ config, signal }) {
    const { GLEANER_HOST: host, GLEANER_PORT: port } = config
    const code = await whyNotFree(host, port)
    if (code === null) return ok(port === 0 ? 'any free port' : `${port} on ${host} is free`)
    const other = `GLEANER_PORT=${port + 1}, or gleaner serve --port ${port + 1}`
    if (code === 'EACCES') return failed(`${port} requires root`, 'GLEANER_PORT=8787, and a reverse proxy in front')
    if (code !== 'EADDRINUSE') {
      return failed(`can't listen on ${host}: ${code}`, 'GLEANER_HOST=127.0.0.1, or an IP address of this machine')
    }
    const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
    if (await isGleaner(url, signal)) return ok(`Gleaner runs on ${port}`)
    return concern(`${port} is in use by another program`, other)
  },
}

/** Resolves with null, or with the error code if listening fails. */
function whyNotFree(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Recognizes Gleaner by its request IDs, which it sends even with a refusal. */
async function isGleaner(url: string, signal: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2000)])
  const response = await fetch(`${url}/healthz`, { signal: limit }).catch(() => null)
  await response?.body?.cancel()
  return response?.headers.has('x-request-id') ?? false
}

const anyModel = 'ANTHROPIC_API_KEY=…, or OPENAI_BASE_URL=… with GLEANER_MODELS=openai/NAME'

export const modelCheck: Check = {
  name: 'model',
  async run({ config }) {
    const usable = allowedModels(config).filter((model) => isSetUp(vendorOf(model), config))
    if (usable.length === 0) return concern('none: prompt fails with model_not_configured', anyModel)
    const missing = config.GLEANER_MODELS.find((model) => !usable.includes(model))
    return missing === undefined
      ? ok(usable.join(', '))
      : concern(notSetUp(missing), 'set up its service, or remove the model from GLEANER_MODELS')
  },
}

const sandbox =
  'sysctl kernel.apparmor_restrict_unprivileged_userns=0 or kernel.unprivileged_userns_clone=1; in a container, use the seccomp profile in docs/deploy.md'

/** Starts the browser, in its sandbox if possible, and loads a page. Checks a browser from each farm, if any. */
export const browserCheck: Check = {
  name: 'browser',
  // This is longer than the browser may take to start.
  limitMs: 40_000,
  async run({ config, probes }) {
    if (probes.farms) return (await probes.farms()).map(findingOf)
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
    const { GLEANER_BROWSER_PATH: configured } = config
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
    if (failure.includes('EADDRINUSE'))
      return concern(`${failure}, perhaps by the running service`, 'stop the service, and then check the farm again')
    return failed(failure, 'see docs/rendering.md#browser-farms')
  }
  return ok(`${version}, ${containment}: its pages reach the network only through Gleaner's proxy`)
}
