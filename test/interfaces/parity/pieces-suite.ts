/** Reads a long page in pieces through each interface, and repeats requests with the same Idempotency-Key. */

import { describe, expect, it } from 'vitest'
import { type Json, jsonOf } from '../../service.ts'
import { type InterfaceName, interfaceNames, type OperationInput } from '../interfaces.ts'
import type { useParityWorld } from './parity-suite.ts'

type Piece = Json & { content: string; next_offset: number | null; total_chars: number }

/** Requests for pieces, and the fields that every later piece shares with the first. */
const inPieces: [string, OperationInput, Record<string, unknown>][] = [
  ['text', { output: 'text', max_chars: 500 }, { fragment_offset: null, outline: null }],
  ['max_tokens', { max_tokens: 150 }, { fragment_offset: null, outline: null }],
  ['max_tokens of text', { output: 'text', max_tokens: 200 }, { output: 'text' }],
  ['fragment_offset', { url: '/guide#later', max_chars: 700 }, { fragment_offset: 159, outline: null }],
  ['fragment_offset of a selector', { url: '/guide#two', css_selector: 'ul', max_chars: 8 }, { fragment_offset: 6 }],
]

const highlights = 'Who restarts after the installer?'

export function describePieces(world: ReturnType<typeof useParityWorld>): void {
  const url = (path = '/guide') => `${world.origin.url}${path}`

  async function read(name: InterfaceName, input: OperationInput): Promise<Piece> {
    const reply = await world.interfaces.call(name, 'scrape', { ...input, url: url(input.url as string | undefined) })
    if (!('result' in reply)) throw new Error(`${name} failed: ${JSON.stringify(reply.error)}`)
    return reply.result as Piece
  }

  describe.each(interfaceNames.filter((name) => name !== 'command line'))('pieces by %s', (name) => {
    it.each(inPieces)('come from one stored result: %s', async (_, input, common) => {
      const before = world.origin.requests.length
      const pieces = [await read(name, input)]
      for (let next = pieces[0]?.next_offset ?? null; next !== null; next = pieces.at(-1)?.next_offset ?? null) {
        const piece = await read(name, { ...input, offset: next })
        expect(piece).toMatchObject({ ...common, offset: next, credits_charged: 0 })
        pieces.push(piece)
      }
      expect(pieces.length).toBeGreaterThan(2)
      expect(world.origin.requests.length - before).toBe(1)
      const { max_chars, max_tokens, ...whole } = input
      const { content } = await read('REST', whole)
      expect(pieces.map((piece) => piece.content).join('')).toBe(content)
    })

    it('may differ in size', async () => {
      const first = await read(name, { max_tokens: 100 })
      const second = await read(name, { max_tokens: 200, offset: first.next_offset ?? 0 })
      const third = await read(name, { max_chars: 500, offset: second.next_offset ?? 0 })
      expect([second.credits_charged, third.credits_charged]).toEqual([0, 0])
      expect(third.content.length).toBeLessThanOrEqual(500)
    })

    it('can begin at the offsets of the outline, the fragment and the highlights', async () => {
      const { outline, fragment_offset } = await read(name, { url: '/guide#usage', max_tokens: 100 })
      const sections = outline as { text: string; offset: number }[]
      expect(sections).toHaveLength(43)
      for (const [text, offset] of [
        ...sections.slice(-2).map((one) => [one.text, one.offset]),
        ['Usage', fragment_offset],
      ]) {
        const piece = await read(name, { url: '/guide#usage', max_tokens: 100, offset: Number(offset) })
        expect(piece.content).toMatch(new RegExp(`^#+ ${text}\n`))
        expect(piece.credits_charged).toBe(0)
      }
      const found = await read(name, { highlights })
      const [{ offset, chars }] = found.highlights as [{ offset: number; chars: number }]
      const passage = await read(name, { offset, max_chars: chars })
      expect(passage).toMatchObject({ content: 'Run the installer, then restart.', credits_charged: 0 })
      expect(found.content.startsWith(`**Guide › Install**\n\n${passage.content}`)).toBe(true)
    })
  })

  describe('an Idempotency-Key', () => {
    it.each<[string, Record<string, string>]>([
      ['text', { output: 'text', max_chars: '100' }],
      ['max_tokens', { max_tokens: '100' }],
      ['fragment_offset', { url: '/guide#install', max_chars: '100' }],
      ['an outline', { max_chars: '30' }],
      ['highlights', { highlights }],
    ])('repeats the response for GET and POST: %s', async (title, { url: path, ...input }) => {
      const { service } = world.interfaces
      const headers = { 'idempotency-key': `pieces-${title.replaceAll(' ', '-')}` }
      const before = world.origin.requests.length
      const given = { ...input, url: url(path) }
      const first = await jsonOf(service.get('/v1/scrape', given, { headers: { ...headers, ...bearer() } }))
      const numbers = Object.entries(given).map(([key, value]) => [key, key.startsWith('max_') ? Number(value) : value])
      const second = await jsonOf(
        service.post('/v1/scrape', Object.fromEntries(numbers), { headers: { ...headers, ...bearer() } }),
      )
      expect(second).toEqual(first)
      expect(first).toMatchObject({ status_code: 200, credits_charged: 1 })
      expect(world.origin.requests.length - before).toBe(1)
    })
  })

  const bearer = () => ({ authorization: `Bearer ${world.interfaces.service.key}` })
}
