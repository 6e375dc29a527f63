/** The server secret: from the settings, else made once in the data folder. */

import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'

/** The same text for every process on the same folder, also when several start at once. Throws storage_unavailable. */
export function readSecret(dataDir: string, configured: string | undefined): string {
  if (configured !== undefined) return configured
  const path = join(dataDir, 'secret')
  try {
    if (existsSync(path)) return checkLength(readFileSync(path, 'utf8'))
    makeDataFolder(dataDir)
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      // A link appears whole or not at all: no process reads half a secret.
      linkSync(draft, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
    return checkLength(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ServiceError('storage_unavailable', `The server secret in ${dataDir} can't be read or made`, { cause })
  }
}

/** The trimmed text. Throws when the file was cut or emptied: such a secret could be guessed. */
function checkLength(text: string): string {
  const secret = text.trim()
  if (secret.length < 16) throw new Error('the file holds less than 16 characters')
  return secret
}
