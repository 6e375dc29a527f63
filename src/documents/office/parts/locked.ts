/** Refuses OpenDocument files whose manifest says that their parts are encrypted. @see OpenDocument 1.3, part 2, §3.4 */

import { lockedDocument } from '../../converted/refusals.ts'
import type { Archive } from '../archive/archive.ts'

/** Throws invalid_response for a password-protected document. */
export function refuseLocked(archive: Archive): void {
  const isLocked = /<(?:[\w-]+:)?encryption-data\b/.test(archive.readText('META-INF/manifest.xml') ?? '')
  if (isLocked || archive.names.includes('encrypted-package')) throw lockedDocument()
}
