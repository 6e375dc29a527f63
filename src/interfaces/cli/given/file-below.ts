/** Reads the files that `file:` URLs name, if they are below allowed folders. */

import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { basename, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../../base/errors.ts'
import { tooLarge } from '../../../fetch/body/read-body.ts'
import type { GivenDocument } from '../../../page/page.ts'
import { typeOfName } from './given-document.ts'

/**
 * The checks concern the opened file, so replacing a part of its path has no effect. Throws address_refused for a file that isn't a regular
 * file below one of the folders, also if it doesn't exist, and response_too_large.
 */
export async function readFileBelow(url: URL, folders: readonly string[], maxBytes: number): Promise<GivenDocument> {
  const refuse = (cause?: unknown) =>
    new ServiceError('address_refused', 'The URL is not that of a file in the folders that GLEANER_FILES lists', {
      cause,
    })
  let path = ''
  try {
    path = fileURLToPath(url)
    // Opening a pipe would otherwise wait for its other end.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const real = await realpath(path)
      const [opened, atPath] = await Promise.all([file.stat({ bigint: true }), stat(real, { bigint: true })])
      const isSame = opened.dev === atPath.dev && opened.ino === atPath.ino
      const isBelow = await Promise.all(folders.map(async (folder) => isInside(real, await realpath(folder))))
      if (!opened.isFile() || !isSame || !isBelow.includes(true)) throw refuse()
      if (opened.size > maxBytes) throw tooLarge(maxBytes)
      const bytes = new Uint8Array(await file.readFile())
      if (bytes.length > maxBytes) throw tooLarge(maxBytes)
      return { bytes, contentType: typeOfName(path), fileName: basename(path) }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof ServiceError ? error : refuse(error)
  }
}

function isInside(path: string, folder: string): boolean {
  const below = relative(folder, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`)
}
