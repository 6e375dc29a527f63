/** A host with the metadata documents of clients, over HTTPS. This process trusts its certificate. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { redirectUri } from './oauth-service.ts'

type Handle = (url: string, response: ServerResponse, request: IncomingMessage) => void

export interface MetadataHost {
  url: string
  /** Paths that were requested. */
  requests: string[]
  close(): Promise<void>
}

/** Answers each path. Other paths get the metadata document of a client whose ID is their URL. */
export async function openMetadataHost(paths: Record<string, Handle> = {}): Promise<MetadataHost> {
  const { key, cert } = createCertificate()
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  const requests: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const handle = paths[path] ?? sendDocument
    handle(`${url}${path}`, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    async close() {
      setDefaultCACertificates(before)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const documentOf = (clientId: string, more: object = {}) =>
  JSON.stringify({ client_id: clientId, client_name: 'Published', redirect_uris: [redirectUri], ...more })

const sendDocument: Handle = (url, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(documentOf(url))
}

function createCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key'), join(folder, 'cert')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...subject, '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  })
  const made = { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}
