import { expect, it } from 'vitest'
import { heldOutHidden, heldOutVisible } from './held-out-ways.ts'
import { loadPlainly, losing, passing } from './ways.ts'

it('at most 20 of 100 ways of the second set reach a reader of a fetched page', async () => {
  expect(heldOutHidden).toHaveLength(100)
  for (const names of Object.values(await passing(heldOutHidden, loadPlainly)))
    expect(names.length, names.join()).toBeLessThanOrEqual(20)
})

it('one of 100 visible texts that resemble hidden ones is lost for markdown', async () => {
  const { markdown, 'whole markdown': whole, clean_html: html, model } = await losing(heldOutVisible, loadPlainly)
  expect([markdown, whole, html]).toEqual(Array(3).fill(['translate undone']))
  expect(model.length, model.join()).toBeLessThanOrEqual(3)
})
