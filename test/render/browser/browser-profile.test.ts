import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createProfile, removeLeftProfiles } from '../../../src/render/browser/browser-profile.ts'

it('folders of browsers whose service is dead are removed; those of live ones and of other machines stay', async () => {
  const own = createProfile(null)
  onTestFinished(() => own.remove())
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const name = basename(own.path)
  const [, machine = '', pid = '', ticks = ''] = /^gleaner-browser-(\w+)-(\d+)-(\d+)-/.exec(name) ?? []
  expect(Number(pid)).toBe(process.pid)
  const kept = [
    name,
    `gleaner-browser-${machine === '00000000' ? '11111111' : '00000000'}-${pid}-1-abcdef`,
    'gleaner-browser-of-somebody',
    'other',
  ]
  const left = [
    // This id is unused, and the next one belongs to a later process.
    `gleaner-browser-${machine}-4194304-${ticks}-abcdef`,
    ...(process.platform === 'linux' ? [`gleaner-browser-${machine}-${pid}-1-abcdef`] : []),
  ]
  for (const each of [...kept, ...left]) {
    mkdirSync(join(folder, each))
    writeFileSync(join(folder, each, 'Cookies'), 'x')
  }
  await removeLeftProfiles(folder)
  expect(readdirSync(folder).sort()).toEqual(kept.sort())
})

it('a folder is removed with everything that the browser has written', async () => {
  const profile = createProfile(null)
  mkdirSync(join(profile.path, 'Default'))
  writeFileSync(join(profile.path, 'Default', 'Cookies'), 'x')
  await profile.remove()
  await profile.remove()
  expect(existsSync(profile.path)).toBe(false)
})
