import { describe, expect, it } from 'vitest'
import { openChannel } from '../../../src/render/browser/devtools-channel.ts'

function open() {
  const posted: { id: number; method: string; params: object }[] = []
  const channel = openChannel(async (message) => posted.push(JSON.parse(message)))
  return { ...channel, posted, reply: (message: object) => channel.receive(JSON.stringify(message)) }
}

describe('a command', () => {
  it('settles with the result of its id, in whatever order results arrive', async () => {
    const { session, posted, reply } = open()
    const [one, two] = [session.send('Page.enable'), session.send('Runtime.evaluate', { expression: '2' })]
    expect(posted.map(({ method, params }) => [method, params])).toEqual([
      ['Page.enable', {}],
      ['Runtime.evaluate', { expression: '2' }],
    ])
    reply({ id: posted[1]?.id, result: { value: 2 } })
    reply({ id: posted[0]?.id, error: { message: 'not now' } })
    expect(await two).toEqual({ value: 2 })
    await expect(one).rejects.toThrow('not now')
  })

  it('fails when it cannot be sent, and when the page closes first', async () => {
    const broken = openChannel(() => Promise.reject(new Error('detached')))
    await expect(broken.session.send('Page.enable')).rejects.toThrow('detached')
    const { session, end } = open()
    const waiting = session.send('Page.enable')
    end()
    await expect(waiting).rejects.toThrow('The page was closed')
  })
})

describe('an event', () => {
  it('reaches its listeners', () => {
    const { session, reply } = open()
    const seen: string[] = []
    session.on('Page.frameDetached', ({ frameId }) => seen.push(frameId))
    reply({ method: 'Page.frameDetached', params: { frameId: 'a' } })
    reply({ method: 'Page.loadEventFired', params: {} })
    expect(seen).toEqual(['a'])
  })
})
