/** What help and the reader of arguments know of a command. */

/** One flag, which `parseArgs` of Node takes as it is. */
export interface Flag {
  type: 'string' | 'boolean'
  /** What stands for its value in the help: `N`, `NAME`. */
  value?: string
  about: string
  isRequired?: boolean
}

/** The flags of a command by name, without the hyphens before it. */
export type CommandFlags = Readonly<Record<string, Flag>>

export interface FlagGroup {
  title: string
  flags: CommandFlags
}

/** What follows the name of a command. */
export interface WordHelp {
  /** As the help shows it: `URL`. */
  name: string
  about: string
}

export interface Example {
  /** The words behind `gleaner`. */
  call: string
  does: string
}

/** The part that a command and each of its verbs have. */
export interface CallHelp {
  about: string
  words?: readonly WordHelp[]
  /** Groups without flags are left out of the help. */
  groups: readonly FlagGroup[]
}

export interface Manual extends CallHelp {
  /** Commands of the command: `keys create`. */
  verbs?: Readonly<Record<string, CallHelp>>
  /** Prose behind the flags. */
  notes?: string
  examples?: readonly Example[]
}

export const jsonFlag = { type: 'boolean', about: 'Print JSON, for programs.' } as const satisfies Flag

/** All flags of a call, by name. */
export function flagsOf({ groups }: Pick<CallHelp, 'groups'>): CommandFlags {
  return Object.assign({}, ...groups.map(({ flags }) => flags))
}

/** What stands behind the names of a command and its verb: `FOLDER [--json]`; flags in several groups are too many to name. */
export function synopsisOf({ words = [], groups }: CallHelp): string {
  const flags = Object.entries(flagsOf({ groups }))
  const shown = flags.map(([name, { value, isRequired }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`
    return isRequired ? flag : `[${flag}]`
  })
  return [...words.map(({ name }) => name), ...(groups.length > 1 ? ['[flags]'] : shown)].join(' ')
}
