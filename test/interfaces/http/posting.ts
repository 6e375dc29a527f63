/** Sends POST requests with raw bodies, and incomplete requests, to the REST routes of a test's service. */

import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { jsonOf, type TestService, typesOf } from '../../service.ts'

export const mebibyte = 1024 * 1024
export const json = { 'content-type': 'application/json' }

/** `service` is called each time a request is sent. */
export function posting(service: () => TestService) {
  return {
    /** Sends a raw body, and resolves with the status and the error types. */
    async post(
      body: string | Uint8Array | ReadableStream,
      headers: Record<string, string> = json,
      path = '/v1/scrape',
    ): Promise<[number, string[]]> {
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      const response = await service().get(path, {}, { ...init, headers })
      return [response.status, typesOf(await jsonOf(response))]
    },
    /** Sends a possibly incomplete request, and collects the response. */
    open(text: string): { socket: Socket; received(): string } {
      const { port, hostname } = new URL(service().url)
      const chunks: Buffer[] = []
      const socket = connect(Number(port), hostname).on('error', () => {})
      socket.on('data', (chunk) => chunks.push(chunk)).write(text)
      onTestFinished(() => void socket.destroy())
      return { socket, received: () => Buffer.concat(chunks).toString() }
    },
    /** Returns the head of a request with additional headers. */
    head: (fields: string, key = service().key) =>
      `POST /v1/scrape HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n${fields}\r\n\r\n`,
  }
}
