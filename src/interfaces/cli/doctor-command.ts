/** `gleaner doctor`: checks everything that Gleaner needs, and prints what is missing and how to fix it. */

import { printableText } from '../../base/terminal/printable-text.ts'
import type { PaintText } from '../../base/terminal/style.ts'
import { unknownSettings } from '../../config/config.ts'
import { readSoundConfig } from '../../config/sound-config.ts'
import { type CommandContext, readFlags } from './command.ts'
import { type Check, ok, type Result, runChecks, type State } from './doctor/check.ts'
import { browserCheck, modelCheck, portCheck, riskCheck, settingsCheck } from './doctor/settings-checks.ts'
import { databaseCheck, dataFolderCheck, keysCheck, redisCheck } from './doctor/storage-checks.ts'
import { type CommandFlags, jsonFlag, type Manual } from './help/manual.ts'

const flags = { json: jsonFlag } as const satisfies CommandFlags

export const doctorManual: Manual = {
  about: 'Checks everything that Gleaner needs, without changing anything. Each warning and failure comes with a fix.',
  groups: [{ title: 'Flags', flags }],
  notes: 'Exit code: 0 if nothing failed, 1 if something failed, 2 for invalid arguments.',
  examples: [
    { call: 'doctor', does: 'Checks your setup, and says how to fix problems.' },
    { call: 'doctor --json', does: 'The same, as JSON for a program.' },
  ],
}

/** This can't fail, because bin/gleaner.mjs refuses an older Node. The path shows whether it is the system's or the clone's. */
const nodeCheck: Check = { name: 'Node', run: async () => ok(`${process.versions.node}, ${process.execPath}`) }

const doctorChecks: readonly Check[] = [
  ...[nodeCheck, settingsCheck, riskCheck, dataFolderCheck, databaseCheck, keysCheck, redisCheck, portCheck],
  ...[browserCheck, modelCheck],
]

/** Resolves with the exit code. */
export async function runDoctor(context: CommandContext, checks: readonly Check[] = doctorChecks): Promise<number> {
  const { argv, signal, compose, out, progress, paint } = context
  const { json = false } = readFlags('doctor', flags, argv)
  const { config, problems } = readSoundConfig()
  const probes = compose.probes(config)
  progress('Checking this machine')
  const results: Result[] = []
  for await (const result of runChecks(checks, { config, problems, unknown: unknownSettings(), probes, signal })) {
    results.push(result)
    if (!json) out(lineOf(result, paint.out))
  }
  const count = (state: State) => results.filter((result) => result.state === state).length
  if (json) out(`${JSON.stringify({ ok: count('failed') === 0, checks: results })}\n`)
  else out(`\n${count('failed')} failed, ${count('warning')} with warnings, ${count('ok')} ok\n`)
  return count('failed') === 0 ? 0 : 1
}

const colours = { ok: 'green', warning: 'yellow', failed: 'red' } as const

function lineOf({ name, state, finding, remedy }: Result, paint: PaintText): string {
  const head = `${paint(colours[state], state.padEnd(8))} ${name.padEnd(12)} `
  const fix = remedy === undefined ? '' : `${' '.repeat(22)}→ ${printableText(remedy)}\n`
  return `${head}${printableText(finding)}\n${fix}`
}
