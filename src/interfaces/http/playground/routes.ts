/** Routes for the playground (a page for trying out the service in a browser) and its files. */

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { HttpRoute } from '../server.ts'
import { builtAssets, staticRoutes } from '../static-files.ts'

const folder = new URL('playground/', builtAssets)

const frameStyle = new URL('frame.css', folder)

/**
 * Blocks external and inline resources. Frames inherit the policy, and their style sheet is allowed by hash. Text can only become HTML
 * through the Trusted Types policy `frame`, and `worker` allows only one worker.
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
