/** The API reference for people at `/docs`: Swagger UI, which shows /openapi.json. */

import type { HttpRoute } from '../server.ts'
import { builtAssets, staticRoutes } from '../static-files.ts'

export function referenceRoutes(): HttpRoute[] {
  return staticRoutes({
    folder: new URL('docs/', builtAssets),
    at: '/docs',
    policy: {
      'script-src': "'self'",
      // Swagger UI sets styles on its elements, and has its pictures in its style sheet.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
    },
  })
}
