import { describe, expect, it } from 'vitest'
import { initialize, type Message, messagesIn, post, scrape } from '../../interfaces/mcp/requests.ts'
import { lacksRedis } from '../../services.ts'
import { openVisitor, useTwoNodes } from './two-nodes.ts'

describe.skipIf(lacksRedis)('a prompt that the client’s own model answers', () => {
  const service = useTwoNodes({ '/page': { body: '<h1>Rain</h1><p>It rains today.</p>' } }, { hasModel: false })

  it('gets the answer that its client sends to the other node, which stores nothing readable', async () => {
    const { key } = await openVisitor(service, '/page')
    const [a, b] = service.nodes.map(({ url }) => ({ url: `${url}/mcp?result=structured` })) as [
      { url: string },
      { url: string },
    ]
    const params = { ...initialize.params, capabilities: { sampling: {} } }
    const opened = await post(b, { ...initialize, params }, { key })
    await opened.text()
    const session = opened.headers.get('mcp-session-id') ?? ''
    const call = scrape(1, `${service.origin.url}/page`)
    const asked = { url: `${service.origin.url}/page`, prompt: 'What is the weather?' }
    const running = await post(a, { ...call, params: { ...call.params, arguments: asked } }, { key, session })

    const decoder = new TextDecoder()
    let stream = ''
    const question = Promise.withResolvers<Message>()
    const ended = (async () => {
      for await (const chunk of running.body ?? []) {
        stream += decoder.decode(chunk, { stream: true })
        const found = messagesIn(stream).find(({ method }) => method === 'sampling/createMessage')
        if (found) question.resolve(found)
      }
    })()
    const { id } = await question.promise
    const content = { type: 'text', text: 'It rains.' }
    const answer = { jsonrpc: '2.0', id, result: { role: 'assistant', content, model: 'own', stopReason: 'endTurn' } }
    expect((await post(b, answer, { key, session })).status).toBe(202)
    await ended
    const result = messagesIn(stream).find((message) => message.id === 1)?.result
    expect(result?.structuredContent).toMatchObject({ content: 'It rains.', model: 'own' })
    expect(await service.dump()).not.toContain('It rains')
  })
})
