/** The routes of the playground: a page that shows in a browser what the service does, and the files that it loads. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { HttpRoute } from '../server.ts'
import { builtAssets, staticRoutes } from '../static-files.ts'

const folder = new URL('playground/', builtAssets)

/** Style sheet of the frames that show scraped HTML. */
const frameStyle = new URL('frame.css', folder)

/**
 * Nothing from outside, nothing inline. A frame inherits the policy, and has one style sheet of its own, which is allowed by its hash;
 * text becomes HTML by the page's policy `frame` alone, and one program runs beside the page, by its policy `worker`.
 * @see https://www.w3.org/TR/CSP3/#security-inherit-csp
 */
export function playgroundRoutes(): HttpRoute[] {
  if (!existsSync(frameStyle)) return []
  const hash = createHash('sha256').update(readFileSync(frameStyle)).digest('base64')
  return staticRoutes({
    folder,
    at: '/',
    policy: {
      'script-src': "'self'",
      'style-src': `'self' 'sha256-${hash}'`,
      'connect-src': "'self'",
      'img-src': "'self' data:",
      'worker-src': "'self'",
      'frame-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'frame worker',
    },
  })
}
