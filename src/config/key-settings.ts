/** Settings for the keys that clients use, and for the URL at which they reach the service. */

import { z } from 'zod'
import { isThisMachineHost, originUrl } from './setting-values.ts'

/** True if others can't read or change what is sent to the URL. */
const isSafe = (url: URL) => url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachineHost(url.hostname))

export const keySettings = {
  GLEANER_PUBLIC_URL: originUrl(
    'must be an https:// URL with only a host and port; http:// is allowed on loopback',
    isSafe,
  )
    .optional()
    .describe(
      'URL at which clients reach the service, without a path, such as `https://gleaner.example.com`. Its host needs no entry in `GLEANER_ALLOWED_HOSTS`, and `/openapi.json` names it as the server. MCP clients can then connect with OAuth (docs/connect.md).',
    ),
  GLEANER_OAUTH_ISSUER: z
    .string()
    .refine((text) => isSafe(URL.parse(text) ?? new URL('data:')) && !/[@?#]/.test(text), 'must be an https:// URL')
    .optional()
    .describe(
      "Issuer identifier of an OpenID Connect server whose tokens are accepted on `/mcp` instead of the service's own (`https://login.example.com`). Their audience must be the MCP URL. Needs `GLEANER_PUBLIC_URL`.",
    ),
  GLEANER_OAUTH_KEY_CLAIM: z
    .string()
    .min(1)
    .default('gleaner_key')
    .describe('Claim that holds the ID of the key for which a token of `GLEANER_OAUTH_ISSUER` acts.'),
  GLEANER_PRESET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{24,200}$/, 'must be 24 to 200 printable ASCII characters without spaces')
    .optional()
    .describe(
      'An API key of your choice, such as the output of `openssl rand -hex 32`. The key is unlimited. Gleaner creates it at startup, instead of the key that the first start otherwise creates. If a node starts with a different value, the new key replaces the old one on all nodes. If a node starts without this setting, the key is revoked.',
    ),
  GLEANER_PRESET_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Path of a file that contains the value for `GLEANER_PRESET_KEY`, such as a Docker secret.'),
} as const

/** Returns the problem with these settings as a whole, or null. */
export function faultOfKeys(
  config: z.infer<z.ZodObject<typeof keySettings>>,
): { name: string; message: string } | null {
  if (config.GLEANER_OAUTH_ISSUER !== undefined && config.GLEANER_PUBLIC_URL === undefined) {
    return { name: 'GLEANER_OAUTH_ISSUER', message: 'needs GLEANER_PUBLIC_URL' }
  }
  if (config.GLEANER_PRESET_KEY === undefined || config.GLEANER_PRESET_KEY_FILE === undefined) return null
  return { name: 'GLEANER_PRESET_KEY_FILE', message: 'must not be set together with GLEANER_PRESET_KEY' }
}
