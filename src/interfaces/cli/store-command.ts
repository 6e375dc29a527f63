/** `gleaner store`: backup, restore and downgrade of the database of keys and credits, and a change of the server secret. */

import { resolve } from 'node:path'
import { readConfig } from '../../config/config.ts'
import { readArguments, suggestion } from './arguments.ts'
import type { CommandContext, StoreCommands } from './command.ts'
import { examples } from './help/examples.ts'
import { type CommandFlags, jsonFlag, type Manual, type WordHelp } from './help/manual.ts'

const json = jsonFlag
const end = { type: 'boolean', about: 'Accept keys under the present secret alone from the next start on.' } as const

const call = (about: string, flags: CommandFlags, ...words: WordHelp[]) => ({
  about,
  words,
  groups: [{ title: 'Arguments', flags }],
})

export const storeManual: Manual = {
  about: 'The database of keys and credits, and the server secret. docs/upgrade.md says when each is needed.',
  groups: [],
  verbs: {
    backup: call(
      'Copies the database while the service goes on.',
      { json },
      {
        name: 'FOLDER',
        about: 'A new folder for the copy.',
      },
    ),
    restore: call(
      'Puts a backup in place; the service must be stopped.',
      { json },
      {
        name: 'FOLDER',
        about: 'The folder of the backup.',
      },
    ),
    downgrade: call('Takes the tables back by one version.', { json }),
    'change-secret': call('Makes another server secret; keys under both are accepted for a time.', { end, json }),
  },
  examples: examples.store ?? [],
}

/** What a verb prints: a value with `--json`, else text. */
interface VerbOutput {
  value: unknown
  text: string
}

interface Verb {
  run(store: StoreCommands, folder: string, isEnd: boolean): Promise<VerbOutput>
}

const withoutSecret = 'It holds no server secret: keep GLEANER_SECRET elsewhere, without it no key is accepted.\n'

const verbs: Record<string, Verb> = {
  backup: {
    async run(store, folder) {
      const { bytes, hasSecret } = await store.backup(folder)
      const text = `The backup is in ${folder} (${bytes} bytes).\n${hasSecret ? '' : withoutSecret}`
      return { value: { folder, bytes, has_secret: hasSecret }, text }
    },
  },
  restore: {
    async run(store, folder) {
      const { replaced, hasSecret } = await store.restore(folder)
      const before = replaced === null ? '' : `What was there before is in ${replaced}.\n`
      const text = `The backup in ${folder} is restored.\n${before}${hasSecret ? '' : withoutSecret}`
      return { value: { folder, replaced, has_secret: hasSecret }, text }
    },
  },
  downgrade: {
    async run(store) {
      const { version } = await store.downgrade()
      const text = `The tables are of version ${version}: start the version of Gleaner before; this one migrates them again.\n`
      return { value: { schema_version: version }, text }
    },
  },
  'change-secret': {
    async run(store, _, isEnd) {
      if (isEnd) {
        const hadOverlap = await store.endSecretOverlap()
        const text = hadOverlap
          ? 'Only the present secret counts from the next start on.\n'
          : 'There is no overlap: only the present secret counts.\n'
        return { value: { changed: false, overlap: false }, text }
      }
      await store.changeSecret()
      const text =
        'The secret is changed. Start Gleaner anew now; keys under both secrets work until gleaner store change-secret --end.\n'
      return { value: { changed: true, overlap: true }, text }
    },
  },
}

/** Resolves with the exit code: 0, or 2 for faulty arguments. Throws value_error and storage_unavailable. */
export async function runStoreCommand({ argv, compose, out, err }: CommandContext): Promise<number> {
  const request = readRequest(argv)
  if (typeof request === 'string') {
    err(`${request}\ngleaner store --help lists its commands and flags.\n`)
    return 2
  }
  const { verb, folder, isEnd, json: isJson } = request
  const { value, text } = await verb.run(await compose.store(readConfig()), folder, isEnd)
  out(isJson ? `${JSON.stringify(value)}\n` : text)
  return 0
}

/** The request, or a message about what is wrong. */
function readRequest(argv: readonly string[]) {
  const [name = '', ...rest] = argv
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) {
    return name === ''
      ? 'What is to be done?'
      : `There is no command store ${name}${suggestion(name, Object.keys(verbs))}`
  }
  try {
    const { values, words } =
      name === 'change-secret' ? readArguments({ end, json }, rest) : readArguments({ json }, rest)
    const count = storeManual.verbs?.[name]?.words?.length ?? 0
    if (words.length !== count) return `store ${name} takes ${count === 0 ? 'no word' : 'one folder'}.`
    const isEnd = 'end' in values && values.end === true
    return { verb, folder: resolve(words[0] ?? ''), isEnd, json: values.json === true }
  } catch (error) {
    return (error as Error).message
  }
}
