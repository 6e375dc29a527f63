/** Secrets for one purpose each, derived from the server secrets: using one reveals nothing about the others. */

import { createHmac } from 'node:crypto'
import type { ServerSecrets } from './keys.ts'

/** In the order of the server secrets: the current one first. */
export function deriveSecrets([present, ...accepted]: ServerSecrets, purpose: string): ServerSecrets {
  const derive = (secret: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return [derive(present), ...accepted.map(derive)]
}
