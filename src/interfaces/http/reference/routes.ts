/** The API reference at `/docs`: Swagger UI for /openapi.json. */

import type { HttpRoute } from '../server.ts'
import { builtAssets, staticRoutes } from '../static-files.ts'

export function referenceRoutes(): HttpRoute[] {
  return staticRoutes({
    folder: new URL('docs/', builtAssets),
    at: '/docs',
    policy: {
      'script-src': "'self'",
      // Swagger UI sets inline styles, and its style sheet contains its images.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
    },
  })
}
