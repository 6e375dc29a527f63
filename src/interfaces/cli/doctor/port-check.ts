/** Checks that the port is free or used by Gleaner. */

import { createServer } from 'node:net'
import { type Check, concern, failed, ok } from './check.ts'

export const portCheck: Check = {
  name: 'port',
  async run({ config, signal }) {
    const { GLEANER_HOST: host, GLEANER_PORT: port } = config
    const code = await whyNotFree(host, port)
    if (code === null) return ok(port === 0 ? 'any free port' : `${port} on ${host} is free`)
    const other = `GLEANER_PORT=${port + 1}, or gleaner serve --port ${port + 1}`
    if (code === 'EACCES') return failed(`${port} requires root`, 'GLEANER_PORT=8787, and a reverse proxy in front')
    if (code !== 'EADDRINUSE') {
      return failed(`can't listen on ${host}: ${code}`, 'GLEANER_HOST=127.0.0.1, or an IP address of this machine')
    }
    const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
    const service = await whoListens(url, signal)
    if (service === 'other') return concern(`${port} is used by another program`, other)
    if (service === 'open') {
      return concern(`Gleaner runs on ${port} without keys`, 'start it without --no-auth if others use this machine')
    }
    return ok(`Gleaner runs on ${port}`)
  },
}

/** Resolves with null, or with the error code if listening fails. */
function whyNotFree(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Finds out whether Gleaner (with or without keys) or another program listens. */
async function whoListens(url: string, signal: AbortSignal): Promise<'closed' | 'open' | 'other'> {
  try {
    const response = await fetch(`${url}/v1/account`, { signal: AbortSignal.any([signal, AbortSignal.timeout(2000)]) })
    const body = (await response.json()) as { detail?: { type: string }[]; key_id?: unknown }
    const type = body.detail?.[0]?.type
    // Gleaner checks Host first.
    if (type === 'unauthorized' || type === 'forbidden_origin') return 'closed'
    return 'key_id' in body || (response.headers.has('x-request-id') && type !== undefined) ? 'open' : 'other'
  } catch {
    return 'other'
  }
}
