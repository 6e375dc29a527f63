/** Sends a file to the service, and reports how much of it has been sent. */

import type { FilledIn } from '../operations/parameters.ts'
import type { ApiOperation } from '../operations/read-openapi.ts'

export interface CallOptions {
  operation: ApiOperation
  parameters: FilledIn
  headers: FilledIn
  /** Empty if the request has no key. */
  key: string
  signal: AbortSignal
  file?: File | null
  /** Receives what the request is waiting for. */
  onStage?(stage: string): void
}

/** Browsers on some systems don't know these extensions, or take CSV files for Excel's. */
const typesByExtension: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  eml: 'message/rfc822',
  htm: 'text/html',
  html: 'text/html',
  ipynb: 'application/x-ipynb+json',
  md: 'text/markdown',
  mht: 'multipart/related',
  mhtml: 'multipart/related',
  tsv: 'text/tab-separated-values',
}

export function typeOfFile({ name, type }: Pick<File, 'name' | 'type'>): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return typesByExtension[extension] || type || 'application/octet-stream'
}

/** False for a folder, and for a file that has changed since it was chosen. */
export async function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** Rejects if the connection fails or the signal aborts. `fetch` can't report how much has been sent. */
export function sendFile(file: File, options: CallOptions): Promise<Response> {
  const { operation, parameters, headers, key, signal, onStage } = options
  const request = new XMLHttpRequest()
  request.open('POST', `${operation.filePath}?${new URLSearchParams(parameters)}`)
  const fields = { ...headers, 'content-type': typeOfFile(file), ...(key && { authorization: `Bearer ${key}` }) }
  for (const [name, value] of Object.entries(fields)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) =>
    onStage?.(`Sending ${file.name}: ${Math.floor((100 * loaded) / total)} %`)
  request.upload.onload = () => onStage?.(`Reading ${file.name}`)
  signal.addEventListener('abort', () => request.abort())
  return new Promise((resolve, reject) => {
    request.onerror = reject
    request.onabort = reject
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split('\r\n')
      const fields = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string])
      resolve(new Response(request.responseText, { status: request.status, headers: fields }))
    }
    request.send(file)
  })
}
