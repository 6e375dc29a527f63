/** `gleaner store`: backs up and restores the database of keys and credits, and changes the server secret. */

import { resolve } from 'node:path'
import { programName } from '../../base/terminal/program-name.ts'
import { readConfig } from '../../config/config.ts'
import { readArguments, verbMessage } from './arguments.ts'
import type { CommandContext, StoreCommands } from './command.ts'
import { examples } from './help/examples.ts'
import { type CommandFlags, jsonFlag, type Manual, type WordHelp } from './help/manual.ts'

const json = jsonFlag
const end = { type: 'boolean', about: 'From the next start on, accept keys only with the current secret.' } as const

const call = (about: string, flags: CommandFlags, ...words: WordHelp[]) => ({
  about,
  words,
  groups: [{ title: 'Arguments', flags }],
})

export const storeManual: Manual = {
  about:
    'Manages the database of keys and credits, and the server secret. docs/upgrade.md explains when to use each command.',
  groups: [],
  verbs: {
    backup: call(
      'Copies the database while the service runs.',
      { json },
      {
        name: 'FOLDER',
        about: 'A new folder for the copy.',
      },
    ),
    restore: call(
      'Restores a backup. Stop the service first.',
      { json },
      {
        name: 'FOLDER',
        about: 'The folder of the backup.',
      },
    ),
    'change-secret': call('Creates a new server secret. Keys work with both secrets until you use --end.', {
      end,
      json,
    }),
  },
  examples: examples.store ?? [],
}

/** Output of a verb: a value with `--json`, otherwise text. */
interface VerbOutput {
  value: unknown
  text: string
}

type Verb = (store: StoreCommands, folder: string, isEnd: boolean) => Promise<VerbOutput>

const withoutSecret =
  'It does not contain the server secret. Back up GLEANER_SECRET separately, because no key works without it.\n'

const verbs: Record<string, Verb> = {
  async backup(store, folder) {
    const { bytes, hasSecret } = await store.backup(folder)
    const text = `The backup is in ${folder} (${bytes} bytes).\n${hasSecret ? '' : withoutSecret}`
    return { value: { folder, bytes, has_secret: hasSecret }, text }
  },
  async restore(store, folder) {
    const { replaced, hasSecret } = await store.restore(folder)
    const before = replaced === null ? '' : `The previous files are in ${replaced}.\n`
    const text = `Restored the backup in ${folder}.\n${before}${hasSecret ? '' : withoutSecret}`
    return { value: { folder, replaced, has_secret: hasSecret }, text }
  },
  async 'change-secret'(store, _, isEnd) {
    if (isEnd) {
      const hadOverlap = await store.endSecretOverlap()
      const text = hadOverlap
        ? 'From the next start on, keys work only with the current secret.\n'
        : 'Nothing to do: keys already work only with the current secret.\n'
      return { value: { changed: false, overlap: false }, text }
    }
    await store.changeSecret()
    const text = `The secret has been changed. Restart Gleaner now. Keys work with both secrets until you run ${programName()} store change-secret --end.\n`
    return { value: { changed: true, overlap: true }, text }
  },
}

/** Resolves with the exit code: 0, or 2 for invalid arguments. Throws value_error and storage_unavailable. */
export async function runStoreCommand({ argv, compose, out, err }: CommandContext): Promise<number> {
  const request = readRequest(argv)
  if (typeof request === 'string') {
    err(`${request}\nSee ${programName()} store --help.\n`)
    return 2
  }
  const { verb, folder, isEnd, json: isJson } = request
  const { value, text } = await verb(await compose.store(readConfig()), folder, isEnd)
  out(isJson ? `${JSON.stringify(value)}\n` : text)
  return 0
}

/** Returns the request, or a message about what is wrong. */
function readRequest(argv: readonly string[]) {
  const [name = '', ...rest] = argv
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) return verbMessage('store', name, storeManual)
  try {
    const { values, words } =
      name === 'change-secret' ? readArguments({ end, json }, rest) : readArguments({ json }, rest)
    const count = storeManual.verbs?.[name]?.words?.length ?? 0
    if (words.length !== count) return `store ${name} takes ${count === 0 ? 'no arguments' : 'one folder'}.`
    const isEnd = 'end' in values && values.end === true
    return { verb, folder: resolve(words[0] ?? ''), isEnd, json: values.json === true }
  } catch (error) {
    return (error as Error).message
  }
}
