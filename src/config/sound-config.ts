/** The settings of an environment in which some may be faulty, for what works all the same: help, and gleaner doctor. */

import { type Config, ConfigError, childEnvironment, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

interface SoundConfig {
  /** With the default in place of every faulty setting. */
  config: Config
  /** What is wrong with those, by name. */
  problems: Record<string, string>
}

/** Leaves faulty settings out until the others are accepted. */
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

/** The settings, or what is wrong with some of them. */
function tryConfig(env: Environment): { config: Config } | { problems: Readonly<Record<string, string>> } {
  try {
    return { config: readConfig({}, env) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { problems: error.problems }
  }
}

/** The environment without these settings. Where none of them is set, something else lacks them: the settings that they belong to, else all. */
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
