/** The settings of an environment in which some may be faulty, for what works all the same: help, and gleaner doctor. */

import { type Config, ConfigError, childEnvironment, readConfig } from './config.ts'

type Environment = Record<string, string | undefined>

/** The settings with the default in place of every faulty one, and what is wrong with those, by name. */
export function readSoundConfig(env: Environment = childEnvironment({})): {
  config: Config
  problems: Record<string, string>
} {
  const problems: Record<string, string> = {}
  let sound = env
  for (;;) {
    try {
      return { config: readConfig({}, sound), problems }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const found = [...error.message.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', problem = '']) => [name, problem])
      for (const [name = '', problem = ''] of found) problems[name] ??= problem
      const faulty = new Set(found.map(([name]) => name))
      const isFaulty = ([name, value]: [string, string | undefined]) => faulty.has(name) && value !== undefined
      const rest = Object.entries(sound).filter((entry) => !isFaulty(entry))
      // A setting that lacks another one is as good as none.
      const lacking = ([name]: [string, unknown]) => [...faulty].some((other) => other?.startsWith(`${name}_`))
      const changes = rest.length < Object.keys(sound).length
      sound = Object.fromEntries(changes ? rest : rest.filter((entry) => !lacking(entry)))
      if (!changes && Object.keys(sound).length === rest.length) sound = {}
    }
  }
}
