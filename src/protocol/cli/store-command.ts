/** `gleaner store`: backup, restore and downgrade of the database of keys and credits, and a change of the server secret. */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import type { CommandContext, StoreCommands } from './command.ts'

const usage = `gleaner store backup FOLDER [--json]
gleaner store restore FOLDER [--json]
gleaner store downgrade [--json]
gleaner store change-secret [--end] [--json]
`

/** What a verb prints: a value with `--json`, else text. */
interface VerbOutput {
  value: unknown
  text: string
}

interface Verb {
  /** Number of words behind the verb. */
  words: number
  run(store: StoreCommands, folder: string, isEnd: boolean): Promise<VerbOutput>
}

const withoutSecret = 'It holds no server secret: keep GLEANER_SECRET elsewhere, without it no key is accepted.\n'

const verbs: Record<string, Verb> = {
  backup: {
    words: 1,
    async run(store, folder) {
      const { bytes, hasSecret } = await store.backup(folder)
      const text = `The backup is in ${folder} (${bytes} bytes).\n${hasSecret ? '' : withoutSecret}`
      return { value: { folder, bytes, has_secret: hasSecret }, text }
    },
  },
  restore: {
    words: 1,
    async run(store, folder) {
      const { replaced, hasSecret } = await store.restore(folder)
      const before = replaced === null ? '' : `What was there before is in ${replaced}.\n`
      const text = `The backup in ${folder} is restored.\n${before}${hasSecret ? '' : withoutSecret}`
      return { value: { folder, replaced, has_secret: hasSecret }, text }
    },
  },
  downgrade: {
    words: 0,
    async run(store) {
      const { version } = await store.downgrade()
      const text = `The tables are of version ${version}: start the version of Gleaner before; this one migrates them again.\n`
      return { value: { schema_version: version }, text }
    },
  },
  'change-secret': {
    words: 0,
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
  const request = readArguments(argv)
  if (typeof request === 'string') {
    err(`${request}\n${usage}`)
    return 2
  }
  const { verb, folder, isEnd, json } = request
  const { value, text } = await verb.run(await compose.store(readConfig()), folder, isEnd)
  out(json ? `${JSON.stringify(value)}\n` : text)
  return 0
}

/** The request, or a message about what is wrong. */
function readArguments(argv: readonly string[]) {
  const [name = '', ...rest] = argv
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb) return name === '' ? 'What is to be done?' : `There is no command store ${name}.`
  try {
    const flag = { type: 'boolean', default: false } as const
    const options = { json: flag, ...(name === 'change-secret' ? { end: flag } : {}) }
    const { values, positionals } = parseArgs({ args: rest, allowPositionals: true, options })
    if (positionals.length !== verb.words) {
      return `store ${name} takes ${verb.words === 0 ? 'no word' : 'one folder'}.`
    }
    const isEnd = 'end' in values && values.end === true
    return { verb, folder: resolve(positionals[0] ?? ''), isEnd, json: values.json }
  } catch (error) {
    return (error as Error).message
  }
}
