/** `gleaner store`: backs up and restores the database of keys and credits, and changes the server secret. */

import { resolve } from 'node:path'
import { programName } from '../../base/terminal/program-name.ts'
import { readConfig } from '../../config/config.ts'
import type { CommandContext, StoreCommands } from './command.ts'
import type { Manual } from './help/manual.ts'
import { runVerb, type Verbs, verb } from './verbs.ts'

const withoutSecret =
  'It does not contain the server secret. Back up GLEANER_SECRET separately, because no key works without it.\n'

const verbs: Verbs<StoreCommands> = {
  backup: verb('Copies the database while the service is running.', {
    words: [{ name: 'FOLDER', about: 'A new folder for the copy.' }],
    read(_, [given = '']) {
      const folder = resolve(given)
      return async (store) => {
        const { bytes, hasSecret } = await store.backup(folder)
        const text = `The backup is in ${folder} (${bytes} bytes).\n${hasSecret ? '' : withoutSecret}`
        return { value: { folder, bytes, has_secret: hasSecret }, text }
      }
    },
  }),
  restore: verb('Restores a backup. Stop the service first.', {
    words: [{ name: 'FOLDER', about: 'The folder of the backup.' }],
    read(_, [given = '']) {
      const folder = resolve(given)
      return async (store) => {
        const { replaced, hasSecret } = await store.restore(folder)
        const before = replaced === null ? '' : `The previous files are in ${replaced}.\n`
        const text = `Restored the backup in ${folder}.\n${before}${hasSecret ? '' : withoutSecret}`
        return { value: { folder, replaced, has_secret: hasSecret }, text }
      }
    },
  }),
  'change-secret': verb('Creates a new server secret. Keys work with both secrets until you use --end.', {
    flags: { end: { about: 'After the next restart, accept keys only with the current secret.' } },
    read: ({ end = false }) => (end ? endSecretOverlap : changeSecret),
  }),
}

async function endSecretOverlap(store: StoreCommands) {
  const text = (await store.endSecretOverlap())
    ? 'After the next restart, keys will work only with the current secret.\n'
    : 'Nothing to do: keys already work only with the current secret.\n'
  return { value: { changed: false, overlap: false }, text }
}

async function changeSecret(store: StoreCommands) {
  await store.changeSecret()
  const text = `The secret has been changed. Restart Gleaner now. Keys work with both secrets until you run this command: ${programName()} store change-secret --end\n`
  return { value: { changed: true, overlap: true }, text }
}

export const storeManual: Manual = {
  about:
    'Manages the database of keys and credits, and the server secret. docs/upgrade.md explains when to use each command.',
  verbs,
  examples: [
    { call: 'store backup /backups/monday', does: 'A copy of keys and credits, while the service is running.' },
  ],
}

/** Resolves with the exit code. Throws UsageError, value_error and storage_unavailable. */
export function runStoreCommand(context: CommandContext): Promise<number> {
  return runVerb({ command: 'store', verbs }, context, async (work) => work(await context.compose.store(readConfig())))
}
