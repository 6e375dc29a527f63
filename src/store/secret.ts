/** The server secrets, from the settings or from the data folder, where they are created once. */

import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerSecrets } from '../access/keys.ts'
import { ServiceError } from '../base/errors.ts'
import { makeFolder } from '../base/make-folder.ts'

/** File names in the data folder. The previous secret exists only during a change. */
export const secretFiles = { present: 'secret', previous: 'secret.previous' }

/**
 * Returns the server secrets, the current one first. Settings take precedence over files, and a missing file is created. All processes that
 * use the folder get the same secrets, even if several start at the same time. Throws storage_unavailable.
 * @example
 * readSecrets('data', ['a-secret-of-mine', 'the-one-before-it']) // ['a-secret-of-mine', 'the-one-before-it']
 */
export function readSecrets(
  dataDir: string,
  [configured, configuredPrevious]: readonly [present?: string | undefined, previous?: string | undefined] = [],
): ServerSecrets {
  const present = configured ?? readPresent(dataDir)
  const previous = configuredPrevious ?? (configured === undefined ? readPrevious(dataDir) : undefined)
  return previous === undefined || previous === present ? [present] : [present, previous]
}

/**
 * Creates a new secret in the data folder. Keys are valid under both secrets until `endOverlap`. Throws storage_unavailable, and
 * value_error while an earlier change is in progress.
 */
export function changeSecret(dataDir: string): void {
  readPresent(dataDir)
  const [present, previous] = [join(dataDir, secretFiles.present), join(dataDir, secretFiles.previous)]
  translateErrors(dataDir, () => {
    const draft = writeDraft(present)
    try {
      // `link` fails if the file exists, so a simultaneous second change can't shorten an overlap that has just begun.
      linkSync(present, previous)
      renameSync(draft, present)
    } catch (error) {
      unlinkSync(draft)
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      throw new ServiceError('value_error', 'The previous secret is still accepted: run with --end first')
    }
  })
}

/** Ends the overlap, so keys that were not used since the change are refused. Returns true if there was an overlap. */
export function endOverlap(dataDir: string): boolean {
  const path = join(dataDir, secretFiles.previous)
  if (!existsSync(path)) return false
  translateErrors(dataDir, () => rmSync(path))
  return true
}

function readPresent(dataDir: string): string {
  const path = join(dataDir, secretFiles.present)
  return translateErrors(dataDir, () => {
    if (existsSync(path)) return checkLength(readFileSync(path, 'utf8'))
    makeFolder(dataDir, 0o700)
    const draft = writeDraft(path)
    try {
      // A link appears whole or not at all, so a process can't read half a secret.
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return checkLength(readFileSync(path, 'utf8'))
  })
}

function readPrevious(dataDir: string): string | undefined {
  const path = join(dataDir, secretFiles.previous)
  return translateErrors(dataDir, () => (existsSync(path) ? checkLength(readFileSync(path, 'utf8')) : undefined))
}

function writeDraft(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    return draft
  } catch (error) {
    // On a full disk, the file exists but is empty.
    rmSync(draft, { force: true })
    throw error
  }
}

/** Returns the trimmed secret. Throws if a damaged file has left it too short, since it could then be guessed. */
function checkLength(text: string): string {
  const secret = text.trim()
  if (secret.length < 16) throw new Error('the file contains fewer than 16 characters')
  return secret
}

function translateErrors<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    throw new ServiceError('storage_unavailable', `The server secret in ${dataDir} can't be read or created`, { cause })
  }
}
