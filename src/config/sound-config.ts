/** Reads settings even if some are invalid, for commands that work anyway, such as help and `gleaner doctor`. */

import { type Config, ConfigError, childEnvironment, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

interface SoundConfig {
  /** The settings, with defaults for the invalid ones. */
  config: Config
  /** Error messages of the invalid settings, by name. */
  problems: Record<string, string>
}

/** Removes invalid settings, and those that need them, until the rest are accepted. */
export function readSoundConfig(env: Environment = childEnvironment({})): SoundConfig {
  const problems: Record<string, string> = {}
  let given = Object.entries(env).filter(([, value]) => value !== undefined)
  for (;;) {
    try {
      return { config: readConfig({}, Object.fromEntries(given)), problems }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      Object.assign(problems, { ...error.problems, ...problems })
      // GLEANER_ADS_PROVIDER_KEY is a setting of GLEANER_ADS_PROVIDER.
      const isFaulty = (name: string) => Object.keys(problems).some((other) => `${other}_`.startsWith(`${name}_`))
      const rest = given.filter(([name]) => !isFaulty(name))
      given = rest.length < given.length ? rest : []
    }
  }
}
