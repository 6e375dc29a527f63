import { describe, expect, it } from 'vitest'
import { openListener } from '../listener.ts'
import { modern, post } from '../requests.ts'

describe('a request of the modern era', () => {
  it('is refused when headers and body disagree', async () => {
    const [body, { headers }] = modern('tools/list')
    const response = await post(await openListener(), body, { headers: { ...headers, 'mcp-method': 'tools/call' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: -32020 } })
  })

  it('needs no session', async () => {
    const response = await post(await openListener(), ...modern('tools/list'))
    expect(response.status).toBe(200)
    expect(response.headers.has('mcp-session-id')).toBe(false)
  })

  it('streams a tool call but not a list', async () => {
    const listener = await openListener()
    const call = await post(listener, ...modern('tools/call', { name: 'scrape', arguments: {} }))
    expect(call.headers.get('content-type')).toBe('text/event-stream')
    await call.text()
    const list = await post(listener, ...modern('tools/list'))
    expect(list.headers.get('content-type')).toBe('application/json')
    await list.text()
  })
})
