/** Chooses the migrations that a database needs. */

import { ServiceError } from '../base/errors.ts'

/**
 * Returns the migrations after `version`, which is 0 for an empty database. The first of them creates the tables of `firstVersion`. Throws
 * storage_unavailable if this program doesn't know the version.
 */
export function migrationsAfter(
  version: number,
  { migrations, firstVersion }: { migrations: readonly string[]; firstVersion: number },
): readonly string[] {
  if (version >= firstVersion + migrations.length) {
    throw new ServiceError('storage_unavailable', 'The database was created by a newer version of Gleaner')
  }
  if (version > 0 && version < firstVersion) {
    throw new ServiceError('storage_unavailable', 'The database was created by a version of Gleaner that is too old')
  }
  return migrations.slice(version && version - firstVersion + 1)
}
