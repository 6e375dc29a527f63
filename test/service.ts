/** The whole service in this process, on a free port, with its own data folder. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ComposedAccess, composeAccess } from '../src/compose/access.ts'
import { composeRuntime } from '../src/compose/compose.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { HttpService } from '../src/interfaces/http/server.ts'
import { applyPresetKey, openHttpInterface } from '../src/interfaces/service/serve.ts'
import type { OperationRuntime } from '../src/operations/runtime.ts'
import { within } from './waits.ts'

export interface TestService {
  url: string
  key: string
  config: Config
  runtime: OperationRuntime
  access: ComposedAccess
  http: HttpService
  /** Sends a GET with the key and the parameters in the query string. */
  get(path: string, parameters?: Record<string, string>, init?: RequestInit): Promise<Response>
  /** Sends a POST with the key and the parameters in a JSON body. */
  post(path: string, parameters: object, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Allows fetching from loopback. All other settings have their defaults. */
export const testSettings = { GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8', GLEANER_LOG_LEVEL: 'silent' }

export async function openTestService(
  settings: Record<string, string> = {},
  { noAuth = false } = {},
): Promise<TestService> {
  const folder = settings.GLEANER_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'gleaner-test-'))
  const config = readConfig({}, { ...testSettings, GLEANER_PORT: '0', GLEANER_DATA_DIR: folder, ...settings })
  const access = await composeAccess(config)
  const { nodes } = access
  await applyPresetKey(config, access)
  await nodes?.settled()
  const runtime = composeRuntime(config, { keepsSnapshots: true, access, nodes })
  const http = await openHttpInterface({ config, runtime, access, nodes, noAuth })
  const { key } = await access.issue('test')
  return {
    url: http.url,
    key,
    config,
    runtime,
    access,
    http,
    ...requestsTo(http.url, key),
    async close() {
      await within('the HTTP service to stop', http.stop(1000))
      await within('the runtime and the access to close', Promise.all([runtime.close(), access.close()]))
      if (!settings.GLEANER_DATA_DIR) rmSync(folder, { recursive: true })
    },
  }
}

/** Sends GET and POST requests to a service with a key. */
export function requestsTo(url: string, key: string): Pick<TestService, 'get' | 'post'> {
  const authorization = `Bearer ${key}`
  return {
    get: (path, parameters = {}, init = {}) =>
      fetch(`${url}${path}?${new URLSearchParams({ ...patient(path, parameters) })}`, {
        ...init,
        headers: { authorization, ...init.headers },
      }),
    post: (path, parameters, init = {}) =>
      fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(patient(path, parameters)),
        ...init,
        headers: { authorization, 'content-type': 'application/json', ...init.headers },
      }),
  }
}

/** Adds a time limit that is enough on a busy machine, unless the parameters of a page set one. */
function patient(path: string, parameters: object): object {
  const isOfPage = path === '/v1/convert' || (/^\/v1\/(?:scrape|explain)$/.test(path) && 'url' in parameters)
  return isOfPage ? { timeout_ms: '110000', ...parameters } : parameters
}

export type Json = Record<string, unknown>

/** Returns a response's body as untyped JSON. */
export async function jsonOf(response: Response | Promise<Response>): Promise<Json> {
  return (await (await response).json()) as Json
}

/** Returns the error types of an error body. */
export function typesOf(body: Json): string[] {
  return (body.detail as { type: string }[] | undefined)?.map(({ type }) => type) ?? []
}
