import { describe, expect, it } from 'vitest'
import { openFarmLink, parseFarmAddress } from '../../../src/render/farm/farm-link.ts'
import { httpResponse, openRawServer, type RequestHandler } from '../../fetch/loopback.ts'

const refusals: [name: string, handle: RequestHandler][] = [
  ['closes the connection', (socket) => void socket.end()],
  ['resets the connection', (socket) => void socket.resetAndDestroy()],
  ['rejects the upgrade', (socket) => void socket.end(httpResponse('no', { status: 401 }))],
]

describe('a farm', () => {
  it.each(refusals)('whose server %s is reported without its token', async (_, handle) => {
    await using server = await openRawServer(handle)
    const address = parseFarmAddress(`ws://127.0.0.1:${server.port}/?token=secret-token`)
    const link = openFarmLink(address, address.url, 1024)
    const message = `Could not connect to the browser farm 127.0.0.1:${server.port}: it closed the connection`
    await expect(link).rejects.toMatchObject({ name: 'FarmError', message })
  })
})
