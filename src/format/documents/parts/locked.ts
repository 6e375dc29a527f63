/** OpenDocument behind a password: its parts are encrypted one by one, and the manifest says so. @see OpenDocument 1.3, part 2, §3.4 */

import { ServiceError } from '../../../errors.ts'
import type { Archive } from '../archive/archive.ts'

/** Throws invalid_response. */
export function refuseLocked(archive: Archive): void {
  const isLocked = /<(?:[\w-]+:)?encryption-data\b/.test(archive.readText('META-INF/manifest.xml') ?? '')
  if (isLocked || archive.names.includes('encrypted-package')) {
    throw new ServiceError('invalid_response', 'The document is locked: it asks for a password')
  }
}
