/** Runs one check with a test's settings. */

import { composeProbes } from '../../../../src/compose/probes.ts'
import { unknownSettings } from '../../../../src/config/config.ts'
import { readSoundConfig } from '../../../../src/config/sound-config.ts'
import { type Check, type Probes, type Result, runChecks } from '../../../../src/interfaces/cli/doctor/check.ts'

/** Uses only the settings in `env`, and the real probes except for `overrides`. */
export async function findingsOf(
  check: Check,
  env: Record<string, string> = {},
  probes: Partial<Probes> = {},
): Promise<Result[]> {
  const { config, problems } = readSoundConfig({ GLEANER_DATA_DIR: '/nonexistent/gleaner-data', ...env })
  const results: Result[] = []
  const context = {
    ...{ config, problems, unknown: unknownSettings(env) },
    probes: { ...composeProbes(config), ...probes },
    signal: new AbortController().signal,
  }
  for await (const result of runChecks([check], context)) results.push(result)
  return results
}
