/** Finds environment variables that look like settings but aren't, and the settings that they resemble. */

import { nearestWord } from '../base/nearest-word.ts'
import { settings, unknownSettings } from './config.ts'

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
