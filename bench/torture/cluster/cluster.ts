/** Kills and disconnects parts of a cluster under load, and audits all answers and credits. `npm run bench -- torture-cluster --help` */

import { parseArgs } from 'node:util'
import { lacksBalancer } from '../../../test/cluster/balancer.ts'
import buildIfOld from '../../../test/ensure-build.ts'
import { lacksBrowser } from '../../../test/render/open-renderer.ts'
import { lacksPostgres, lacksRedis } from '../../../test/services.ts'
import { printTable, say } from '../../rig/report.ts'
import { faults, nameOfFault } from './faults.ts'
import { faultRows } from './figures.ts'
import { type ClusterTortureResult, tortureCluster } from './run.ts'

/** Prints the tables for people. */
function printResult({ broken, keys, rolledUp, ...result }: ClusterTortureResult): void {
  const sorted = (counts: Map<string, number>) => [...counts].sort(([, a], [, b]) => b - a)
  say(
    `${result.asked} requests in ${result.attempts} attempts, ${result.loadSeconds} s of load, ${result.seconds} s in all`,
  )
  say(
    `  ${sorted(result.kinds)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ')}`,
  )
  say('outcomes of attempts:')
  for (const [label, count] of sorted(result.ends)) say(`  ${String(count).padStart(7)}  ${label}`)
  say(`${result.faults.length} faults:`)
  printTable(faultRows(result.faults))
  for (const [index, { granted, told, untold, used, left }] of keys.entries()) {
    const calls = Object.entries(untold).map(([how, credits]) => ` and ${credits} for calls without an answer (${how})`)
    say(`key ${index + 1}: granted ${granted}, answers say ${told}${calls.join('')}, ledger ${used}, left ${left}`)
  }
  say(`${rolledUp} old movements rolled up during the load`)
  for (const line of broken) say(`BROKEN: ${line}`)
  const isSound = broken.length === 0
  say(isSound ? 'every answer documented, every credit accounted for, nothing left' : `${broken.length} broken`)
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const options = { requests: text, seed: text, callers: text, only: text, help: { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  if (values.help) {
    say(
      'npm run bench -- torture-cluster [--requests 20000] [--seed 1] [--callers 48] [--only TEXT: faults whose names contain it]',
    )
    for (const fault of faults) say(`  ${nameOfFault(fault)}`)
    return 0
  }
  if (lacksPostgres || lacksRedis || lacksBrowser || lacksBalancer) return 1
  buildIfOld()
  const { requests = 20_000, seed = 1, callers = 48, only = '' } = values
  const result = await tortureCluster({
    ...{ requests: Number(requests), seed: Number(seed), callers: Number(callers) },
    faults: faults.filter((fault) => nameOfFault(fault).includes(only)),
    progress: (line) => void process.stderr.write(`${line}\n`),
  })
  say(`cluster torture, seed ${seed}, ${callers} callers, on Node ${process.version}`)
  printResult(result)
  return result.broken.length === 0 ? 0 : 1
}

// Makes the programs stop when this process does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exit(await main())
