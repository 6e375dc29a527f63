/** Serves the playground at `/` and the API reference at `/docs`, from the build's files in dist/assets/. */

import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { attempt } from '../../base/attempt.ts'
import { once } from '../../base/once.ts'
import { noShare } from '../../base/share.ts'
import { sendBytes } from './response.ts'
import type { HttpExchange, HttpRoute } from './server.ts'

interface StaticFolder {
  folder: URL
  /** Path of `index.html`. The other files are below it. */
  at: string
  /** The page's own Content-Security-Policy directives, which list what it may load and from where. */
  policy: Readonly<Record<string, string>>
}

/** The folder in which the build puts the files: next to the code, or in dist/ if the code runs from source. */
const builtAssets = new URL('../../../dist/assets/', import.meta.url)

/**
 * Returns the routes of the playground. Its policy blocks external and inline resources. Frames inherit the policy, and their style sheet
 * is allowed by hash. Text can only become HTML through the Trusted Types policy `frame`, and `worker` allows only one worker.
 * @see https://www.w3.org/TR/CSP3/#security-inherit-csp
 */
export function playgroundRoutes(): HttpRoute[] {
  const folder = new URL('playground/', builtAssets)
  const frameStyle = new URL('frame.css', folder)
  if (!existsSync(frameStyle)) return []
  const styleHash = hash('sha256', readFileSync(frameStyle), 'base64')
  return staticRoutes({
    folder,
    at: '/',
    policy: {
      'script-src': "'self'",
      'style-src': `'self' 'sha256-${styleHash}'`,
      'connect-src': "'self'",
      'img-src': "'self' data:",
      'worker-src': "'self'",
      'frame-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'frame worker',
    },
  })
}

/** Returns the routes of the API reference: Swagger UI for /openapi.json. */
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

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Returns a route for each file in the folder (GET and HEAD, without a key), or no routes if it wasn't built. */
export function staticRoutes({ folder, at, policy }: StaticFolder): HttpRoute[] {
  const below = at === '/' ? '/' : `${at}/`
  return filesOf(folder).flatMap((name) => {
    const isPage = name === 'index.html'
    const paths = isPage ? [...new Set([at, below])] : [below + name]
    const handle = createHandle(new URL(name, folder), isPage ? contentSecurityPolicy(policy) : ownPolicy)
    return paths.map((path) => ({ path, methods: ['GET', 'HEAD'], needsKey: false, isPage, handle }))
  })
}

function filesOf(folder: URL): string[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names.filter((name) => extname(name) in mediaTypes)
}

/** Allows a page to load only what its directives name. It can't submit forms or be framed. */
function contentSecurityPolicy(directives: Readonly<Record<string, string>>): string {
  const all = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...directives,
  }
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** The policy for files that are opened directly, because an SVG image is a document too. */
const ownPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

function createHandle(file: URL, policy: string): HttpRoute['handle'] {
  const type = mediaTypes[extname(file.pathname)] as string
  const source = once(async () => {
    const bytes = await readFile(file)
    return { bytes, etag: `W/"${hash('sha256', bytes, 'base64url')}"` }
  })

  return async ({ request, response }: HttpExchange) => {
    const { bytes, etag } = await source()
    const headers = Object.entries({
      etag,
      // Browsers revalidate each time, which costs only a 304.
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    response.setHeaders(new Map(headers))
    if (isCurrent(request.headers['if-none-match'], etag)) {
      return void response.writeHead(304, { vary: 'Accept-Encoding' }).end()
    }
    return sendBytes(response, { status: 200, type, parts: [bytes] }, noShare)
  }
}

/** True if the client already has this version. @see RFC 9110 §13.1.2 */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim()) ?? []
  return known.includes(etag) || known.includes('*')
}
