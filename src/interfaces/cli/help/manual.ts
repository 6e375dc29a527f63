/** Describes a command, for help and for the argument parser. */

export interface Flag {
  /** One letter, for `-o`. */
  short?: string
  /** Placeholder for the flag's value in help: `N`, `NAME`. A flag without one takes no value. */
  value?: string
  about: string
  isRequired?: boolean
}

/** Flags of a command by name, without leading hyphens. */
export type CommandFlags = Readonly<Record<string, Flag>>

export interface WordHelp {
  name: string
  about: string
}

export interface Example {
  /** The arguments after `gleaner`. */
  call: string
  does: string
}

/** Fields that a command and each of its verbs share. */
export interface CallHelp {
  about: string
  words?: readonly WordHelp[]
  /** Groups without flags are left out of help. */
  groups?: readonly { title: string; flags: CommandFlags }[]
}

export interface Manual extends CallHelp {
  /** Subcommands, such as `keys create`. */
  verbs?: Readonly<Record<string, CallHelp>>
  /** Text after the flags. */
  notes?: string
  examples?: readonly Example[]
}

export const jsonFlag = { about: 'Print JSON, for programs.' } as const satisfies Flag

export const outputFlags = {
  'output-file': { short: 'o', value: 'FILE', about: 'Write to this file instead of standard output.' },
  quiet: { short: 'q', about: 'Suppress the title, notes and warnings. Errors are still printed.' },
  json: { about: 'Print the whole result, or the error, as JSON.' },
} as const satisfies CommandFlags

export function flagsOf({ groups = [] }: Pick<CallHelp, 'groups'>): CommandFlags {
  return Object.assign({}, ...groups.map(({ flags }) => flags))
}

/** Returns the part after the command and verb, such as `FOLDER [--json]`. Omits flags if there are several groups. */
export function synopsisOf({ words = [], groups = [] }: CallHelp): string {
  const flags = Object.entries(flagsOf({ groups }))
  const shown = flags.map(([name, { value, isRequired }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`
    return isRequired ? flag : `[${flag}]`
  })
  return [...words.map(({ name }) => name), ...(groups.length > 1 ? ['[flags]'] : shown)].join(' ')
}
