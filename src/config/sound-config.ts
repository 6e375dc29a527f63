/** Reads settings even if some are invalid, for commands that work anyway: help, and gleaner doctor. */

import { type Config, ConfigError, childEnvironment, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

interface SoundConfig {
  /** With the default for every invalid setting. */
  config: Config
  /** Error messages of the invalid settings, by name. */
  problems: Record<string, string>
}

/** Removes invalid settings until the rest are accepted. */
export function readSoundConfig(env: Environment = childEnvironment({})): SoundConfig {
  const problems: Record<string, string> = {}
  let given = env
  for (;;) {
    const attempt = tryConfig(given)
    if ('config' in attempt) return { config: attempt.config, problems }
    Object.assign(problems, { ...attempt.problems, ...problems })
    given = without(given, Object.keys(attempt.problems))
  }
}

/** Returns the settings, or the problems with some of them. */
function tryConfig(env: Environment): { config: Config } | { problems: Readonly<Record<string, string>> } {
  try {
    return { config: readConfig({}, env) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { problems: error.problems }
  }
}

/** Removes these settings from the environment. If none is set, removes the settings that depend on them, or otherwise all settings. */
function without(env: Environment, faulty: readonly string[]): Environment {
  const keep = (test: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== undefined && test(name)))
  const present = keep(() => true)
  const isSmaller = (rest: Environment) => Object.keys(rest).length < Object.keys(present).length
  const withoutThem = keep((name) => !faulty.includes(name))
  if (isSmaller(withoutThem)) return withoutThem
  const withoutOwners = keep((name) => !faulty.some((other) => other.startsWith(`${name}_`)))
  return isSmaller(withoutOwners) ? withoutOwners : {}
}
