/** Backups of PostgreSQL are left to its own tools. */

import type { StoreMaintenance } from '../../access/maintenance.ts'
import { ServiceError } from '../../base/errors.ts'

export const postgresMaintenance: StoreMaintenance = {
  async backup() {
    throw byItsOwn('pg_dump --format=custom --schema=gleaner --file=FILE "$GLEANER_DATABASE_URL"')
  },
  async restore() {
    throw byItsOwn('pg_restore --clean --if-exists --single-transaction --dbname="$GLEANER_DATABASE_URL" FILE')
  },
}

function byItsOwn(command: string): ServiceError {
  return new ServiceError('value_error', `PostgreSQL has its own tools for this: ${command}`)
}
