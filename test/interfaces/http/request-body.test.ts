import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { noShare } from '../../../src/base/share.ts'
import { readBody } from '../../../src/interfaces/http/body.ts'
import { openLoopback } from '../../origin.ts'

it('a body is read up to the limit, even when it is streamed', async () => {
  const server = createServer(async (request, response) => {
    response.end(await readBody(request, 10, noShare).catch((error) => error.type))
  })
  const { url, close } = await openLoopback(server)
  onTestFinished(close)
  const send = async (body: string | ReadableStream) =>
    (await fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)).text()
  expect(await send('ä23456789')).toBe('ä23456789')
  expect(await send('ä234567890')).toBe('request_too_large')
  expect(await send(ReadableStream.from([new Uint8Array(6), new Uint8Array(6)]))).toBe('request_too_large')
})
