/** Attacks the service in every known way and prints what broke. `npm run bench -- torture --help` */

import { parseArgs } from 'node:util'
import type { Attack, AttackOptions, AttackResult } from './attack.ts'
import { attacks } from './attacks.ts'

const defaults = { seed: 1, minutes: 5 }

/** Extra time after all attacks before a hung run is stopped. */
const slackMs = 10 * 60_000

const help = `npm run bench -- torture [--seed ${defaults.seed}] [--minutes ${defaults.minutes}] [--only NAME,…] [--plan N]

  --seed      the same seed draws the same attacks
  --minutes   maximum time for each attack
  --only      some of the attacks: ${attacks.map(({ name }) => name).join(', ')}
  --plan      repeats one plan of the attack "plans"
`

/** Runs the attacks one after another and resolves with the rows of the table. */
async function torture(chosen: readonly Attack[], options: AttackOptions): Promise<Row[]> {
  const rows: Row[] = []
  for (const attack of chosen) {
    options.progress(`${attack.name}: ${attack.title}`)
    const startedAt = performance.now()
    const result = await attack.run(options).catch((error): AttackResult => {
      return {
        tried: 0,
        broken: [`the attack itself failed: ${error instanceof Error ? error.stack : error}`],
        note: '',
      }
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    rows.push({ ...result, name: attack.name, seconds })
    // If the run is stopped before it prints the table, this shows the findings so far.
    options.progress(`  ${result.tried} tried, ${result.broken.length} broken, ${seconds} s, ${result.note}`)
  }
  return rows
}

interface Row extends AttackResult {
  name: string
  seconds: number
}

/** Formats the table: attack, tried, broken, note. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [
    ['attack', 'tried', 'broken', 'seconds', 'note'],
    ...rows.map(({ name, tried, broken, seconds, note }) => [name, `${tried}`, `${broken.length}`, `${seconds}`, note]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const pad = (text: string, column: number) => {
    const width = widths[column] ?? 0
    return column === 0 ? text.padEnd(width) : text.padStart(width)
  }
  return cells.map((row) => row.map((text, column) => (column < 4 ? pad(text, column) : text)).join('  ')).join('\n')
}

async function main(): Promise<number> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { seed: text, minutes: text, only: text, plan: text, help: { type: 'boolean' } },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (values.help) {
    say(help)
    return 0
  }
  const names = values.only?.split(',') ?? attacks.map(({ name }) => name)
  const unknown = names.filter((name) => !attacks.some((attack) => attack.name === name))
  if (unknown.length > 0) throw new Error(`Unknown attack ${unknown.join(', ')}`)
  const [seed, minutes] = [Number(values.seed ?? defaults.seed), Number(values.minutes ?? defaults.minutes)]
  if (values.plan !== undefined) {
    const { repeatPlan } = await import('./simulator/plans.ts')
    const { text, isBroken } = await repeatPlan(seed, Number(values.plan))
    say(text)
    return isBroken ? 1 : 0
  }
  const chosen = attacks.filter(({ name }) => names.includes(name))
  setTimeout(() => process.exit(1), chosen.length * minutes * 60_000 + slackMs).unref()
  const progress = (message: string) => void process.stderr.write(`${message}\n`)
  const rows = await torture(chosen, { seed, minutes, progress })
  for (const { name, broken } of rows) for (const one of broken) say(`${name}: ${one}`)
  say(`torture with seed ${seed} on Node ${process.version}`)
  say(formatTable(rows))
  const broken = rows.reduce((sum, row) => sum + row.broken.length, 0)
  say(broken === 0 ? 'nothing broke' : `${broken} broken`)
  return broken === 0 ? 0 : 1
}

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.exitCode = await main()
  // Resources that an attack left open must not delay the exit.
  setTimeout(() => process.exit(), 5000).unref()
}
