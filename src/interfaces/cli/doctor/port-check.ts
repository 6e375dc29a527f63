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
    if (await isGleaner(url, signal)) return ok(`Gleaner runs on ${port}`)
    return concern(`${port} is in use by another program`, other)
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

/** Recognizes Gleaner by its request IDs, which it sends even with a refusal. */
async function isGleaner(url: string, signal: AbortSignal): Promise<boolean> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2000)])
  const response = await fetch(`${url}/healthz`, { signal: limit }).catch(() => null)
  await response?.body?.cancel()
  return response?.headers.has('x-request-id') ?? false
}
