/** Reads settings even if some are invalid, for commands that don't need valid ones, such as help and `gleaner doctor`. */

import { type Config, ConfigError, childEnvironment, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

interface SoundConfig {
  /** The settings, with defaults for the invalid ones. */
  config: Config
  problems: Record<string, string>
}

/** Removes invalid settings, and those that depend on them, until the rest are accepted. */
export function readSoundConfig(env: Environment = childEnvironment({})): SoundConfig {
  const problems: Record<string, string> = {}
  let given = Object.entries(env).filter(([, value]) => value !== undefined)
  for (;;) {
    try {
      return { config: readConfig({}, Object.fromEntries(given)), problems }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      Object.assign(problems, { ...error.problems, ...problems })
      const faulty = Object.keys(error.problems)
      const withoutFaulty = given.filter(([name]) => !faulty.includes(name))
      // A missing GLEANER_ADS_PROVIDER_KEY is reported as a problem with GLEANER_ADS_PROVIDER.
      const withoutOwners = given.filter(([name]) => !faulty.some((other) => other.startsWith(`${name}_`)))
      given = [withoutFaulty, withoutOwners].find(({ length }) => length < given.length) ?? []
    }
  }
}
