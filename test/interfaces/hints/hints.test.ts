/** The hints for mistakes that users make. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HintWorld, openHintWorld } from './ask.ts'
import { furtherMistakes, mistakes } from './cases.ts'

let world: HintWorld
beforeAll(async () => {
  world = await openHintWorld()
})
afterAll(() => world.close())

it.each([...mistakes, ...furtherMistakes])('a hint corrects $title ($via)', async (mistake) => {
  const said = await world.ask(mistake)
  const seen = mistake.via === 'REST' ? (JSON.parse(said) as { hint: string }).hint : said
  expect(seen).toContain(world.fill(mistake.hint))
  expect(said).not.toMatch(/"secret|secret"|glnr_secret/)
})

it('a page that is a document with a password is not worth a retry', async () => {
  const target = '/v1/scrape?url={origin}/locked.pdf'
  const said = await world.ask({ via: 'REST', title: 'a locked document', target, hint: '' })
  expect(JSON.parse(said)).toMatchObject({
    detail: [{ type: 'invalid_response' }],
    hint: "Gleaner can't unlock documents. Use a copy without a password.",
    retryable: false,
  })
})

it('an empty upload names no parameter', async () => {
  const said = await world.ask({
    via: 'REST',
    title: 'an empty upload',
    method: 'POST',
    target: '/v1/convert',
    hint: '',
  })
  expect(JSON.parse(said)).toMatchObject({ detail: [{ loc: [], type: 'missing' }] })
})
