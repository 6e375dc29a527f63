import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readKeyId } from '../../src/access/keys.ts'
import { type MetadataHost, openMetadataHost } from '../interfaces/oauth/metadata-host.ts'
import { openOAuthService, Person, redirectUri } from '../interfaces/oauth/oauth-service.ts'
import { type Origin, openOrigin } from '../origin.ts'
import type { TestService } from '../service.ts'
import { frameworks, installFrameworks } from './install.ts'

let missing: string | null
let host: MetadataHost
let gleaner: TestService
let origin: Origin

beforeAll(async () => {
  missing = await installFrameworks()
  host = await openMetadataHost()
  gleaner = await openOAuthService()
  origin = await openOrigin({ '/': { body: '<title>Oak</title><h1>Oak</h1><p>An oak can live for 1,000 years.</p>' } })
}, 180_000)

afterAll(async () => {
  await gleaner.close()
  await host.close()
  await origin.close()
})

/** Calls `scrape` in a new process of the client, and signs in whenever it asks for that. */
async function call(client: string, folder: string): Promise<{ signedIn: number; text?: string }> {
  const options = { client, folder, url: `${gleaner.url}/mcp`, page: `${origin.url}/`, redirectUrl: redirectUri }
  const given = JSON.stringify({ ...options, clientMetadataUrl: `${host.url}/mastra` })
  const child = spawn(process.execPath, [`${frameworks}oauth/call.mjs`, given], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    timeout: 60_000,
  })
  const log = text(child.stderr)
  const seen: { signedIn: number; text?: string } = { signedIn: 0 }
  for await (const line of createInterface(child.stdout)) {
    const printed = JSON.parse(line) as { open?: string; text?: string }
    if (printed.text !== undefined) seen.text = printed.text
    if (printed.open === undefined) continue
    seen.signedIn += 1
    await fetch(await new Person().authorize(printed.open, gleaner.key))
  }
  if (seen.text === undefined) throw new Error(await log)
  return seen
}

/** Replaces the stored access token, as if it had expired. Returns the refresh token, of which some clients have several copies. */
function expireToken(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const refreshTokens = files.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const stored = readFileSync(file, 'utf8')
    writeFileSync(file, stored.replace(/("access_token":\s*)"[^"]+"/, '$1"expired"'))
    return /"refresh_token":\s*"([^"]+)"/.exec(stored)?.[1] ?? []
  })
  return [...new Set(refreshTokens)]
}

describe.each(['ai-sdk', 'mastra', 'mcp-remote'])('%s', (client) => {
  it('signs in, calls a tool, refreshes its tokens, and asks again when it was disconnected', async ({ skip }) => {
    skip(missing !== null, missing ?? '')
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-oauth-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const result = expect.stringContaining('An oak can live for 1,000 years.')

    expect(await call(client, folder)).toEqual({ signedIn: 1, text: result })
    expect(await call(client, folder)).toEqual({ signedIn: 0, text: result })

    const before = expireToken(folder)
    expect(before).toHaveLength(1)
    expect(await call(client, folder)).toEqual({ signedIn: 0, text: result })
    const after = expireToken(folder)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)

    const id = readKeyId(gleaner.key) ?? ''
    expect(await gleaner.access.oauth.disconnect(id, null)).toBe(true)
    expect(await call(client, folder)).toEqual({ signedIn: 1, text: result })
  }, 240_000)
})
