/** Reads settings even if some are invalid, for commands that don't need valid ones, and finds misspelt ones. */

import { nearestWord } from '../base/nearest-word.ts'
import { type Config, ConfigError, childEnvironment, readConfig, settings, unknownSettings } from './config.ts'

/**
 * Returns the settings, with defaults for the invalid ones, and the problems of these by name. Removes invalid settings, and those that
 * depend on them, until the rest are accepted.
 */
export function readSoundConfig(env = childEnvironment({})): { config: Config; problems: Record<string, string> } {
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

const prefix = 'GLEANER_'

/** Names of Gleaner's own settings, without the prefix that would make all names look similar. */
const ownNames = Object.keys(settings).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))

/** Returns the setting with the most similar name, or null. */
export function nearestSetting(name: string): string | null {
  const meant = nearestWord(name.slice(prefix.length), ownNames)
  return meant === null ? null : `${prefix}${meant}`
}

/** Returns one line for each such variable in this process's environment. */
export function misspeltSettings(): string[] {
  return unknownSettings().map((name) => {
    const meant = nearestSetting(name)
    return `${name} is not a setting${meant === null ? '' : `; did you mean ${meant}?`}`
  })
}
