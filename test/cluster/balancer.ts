/** Runs HAProxy with the configuration file in deploy/, in front of nodes on loopback. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../../scripts/ensure-services.mjs'
import { read } from '../docs/document.ts'
import { lacks } from '../needs.ts'
import { freePort } from '../services.ts'
import { until, within } from '../waits.ts'

export const haproxy = findProgram('haproxy')
export const lacksBalancer = lacks('HAProxy', haproxy !== null)

export interface Balancer {
  url: string
  port: number
  /** Lines logged so far. */
  log: string[]
  close(): Promise<void>
}

/** `nodes` are two `HOST:PORT` strings. If `key` is set, it is added to every request, for clients that can't send a key. */
export async function openBalancer(nodes: readonly string[], { key }: { key?: string } = {}): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const bind = `bind 127.0.0.1:${port}`
  const authorization = `\n  http-request set-header Authorization "Bearer ${key}"`
  const config = read('deploy/haproxy.cfg')
    .replace('bind :8787', key === undefined ? bind : bind + authorization)
    .replace('api-1:8787', nodes[0] ?? '')
    .replace('api-2:8787', nodes[1] ?? '')
  writeFileSync(file, config)
  const child = spawn(haproxy ?? '', ['-f', file], { stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const log: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => log.push(line))
  const url = `http://127.0.0.1:${port}`
  await until('HAProxy to know a node', () =>
    fetch(`${url}/balancer`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    ...{ url, port, log },
    async close() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      kill()
      await within('HAProxy to end', ended)
      rmSync(folder, { recursive: true })
    },
  }
}
