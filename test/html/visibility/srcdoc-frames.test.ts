import { expect, it } from 'vitest'
import { hiddenFrames, visibleFrames } from './srcdoc-frames.ts'
import { loadPlainly, losing, passing } from './ways.ts'

const none = { markdown: [], 'whole markdown': [], clean_html: [], model: [] }

it('text of a hidden frame, and text that a frame hides itself, reaches no reader', async () => {
  expect(await passing(hiddenFrames, loadPlainly)).toEqual(none)
})

it("the page's sheets don't hide text inside a frame, and a frame's sheets hide nothing outside", async () => {
  expect(await losing(visibleFrames, loadPlainly)).toEqual(none)
})
