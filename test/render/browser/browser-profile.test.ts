import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProfile } from '../../../src/render/browser/browser-process.ts'

it('a folder is removed with everything that the browser has written', async () => {
  const profile = createProfile(null)
  mkdirSync(join(profile.path, 'Default'))
  writeFileSync(join(profile.path, 'Default', 'Cookies'), 'x')
  await profile.remove()
  await profile.remove()
  expect(existsSync(profile.path)).toBe(false)
})
