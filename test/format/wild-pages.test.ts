import { expect, it } from 'vitest'
import { faultsOf, wildPages } from '../../bench/wild-pages/wild-pages.ts'

it('arrives whole on 65 pages of kinds that other readers get wrong, except on two', async () => {
  const pages = Object.values(wildPages).flat()
  expect(pages).toHaveLength(65)
  const wrong: string[] = []
  for (const page of pages) if ((await faultsOf(page)).faults.length > 0) wrong.push(page.name)
  expect(wrong).toEqual(['date and author side by side below the headline', 'details and a popover'])
})
