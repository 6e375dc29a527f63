import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { looksLikeShell } from '../../../src/html/recognize/shell.ts'
import { savedPage } from '../../needs.ts'

const { location: sets, isMissing } = savedPage('quality/data/')
const fixtures = new URL('../../fixtures/', import.meta.url)
const drawn = 200

/** Saved pages that are empty without their scripts. */
const savedShells = ['wcxb-dev/pages/4577.html.gz', 'wcxb-dev2/pages/0557.html.gz', 'wcxb-dev2/pages/0585.html.gz']
/** Fixtures that are shells or challenge pages. */
const shellFixture = /^(?:shells|challenge)\/|^google-ads\/js-shell\.html$/

const isShell = (html: string) => looksLikeShell(parseDocument(html, 'https://example.com/a'))

test.skipIf(isMissing)('none of 200 saved pages is rendered, except the shells among them', () => {
  const names = readdirSync(sets, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html.gz'))
  const seed = Number.parseInt(process.env.SEED ?? '1', 10) || Date.now() % 1_000_000
  const found = draw(names.sort(), seed).filter(
    (name) => !savedShells.includes(name) && isShell(gunzipSync(readFileSync(new URL(name, sets))).toString()),
  )
  expect(found, `SEED=${seed}`).toEqual([])
})

test('no fixture is rendered, except the shells and challenges among them', () => {
  const names = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !shellFixture.test(name),
  )
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => isShell(readFileSync(new URL(name, fixtures), 'utf8')))).toEqual([])
})

/** Returns different names for different seeds, from a linear congruential generator. */
function draw(names: string[], seed: number): string[] {
  const left = [...names]
  let state = seed
  return Array.from({ length: Math.min(drawn, left.length) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return left.splice(state % left.length, 1)[0] ?? ''
  })
}
