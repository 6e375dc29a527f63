import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFileBelow } from '../../../../src/interfaces/cli/given/given-file.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-below-'))
  for (const folder of ['open/sub', 'open-too']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'open/sub/a.md'), '# Words')
  writeFileSync(join(root, 'open-too/secret.txt'), 'secret')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  symlinkSync(join(root, 'secret.txt'), join(root, 'open/link.txt'))
  symlinkSync(root, join(root, 'open/up'))
  symlinkSync(join(root, 'open/sub/a.md'), join(root, 'open/inner.md'))
  symlinkSync(join(root, 'open'), join(root, 'also'))
  execFileSync('mkfifo', [join(root, 'open/pipe')])
})
afterAll(() => rmSync(root, { recursive: true }))

const read = (path: string, folder = 'open', maxBytes = 100) =>
  readFileBelow(
    path.startsWith('file:') ? new URL(path) : pathToFileURL(join(root, path)),
    [join(root, folder)],
    maxBytes,
  )

it.each(['open/sub/a.md', 'open/inner.md', 'also/sub/a.md'])('reads %s', async (path) => {
  const { bytes, contentType, fileName } = await read(path)
  expect([Buffer.from(bytes).toString(), contentType, fileName]).toEqual([
    '# Words',
    'text/markdown',
    path.split('/').at(-1),
  ])
  expect((await read(path, 'also')).bytes).toEqual(bytes)
})

it.each([
  ...['secret.txt', 'open-too/secret.txt', 'open/link.txt', 'open/up/secret.txt', 'open/../secret.txt'],
  ...[
    'open',
    'open/sub',
    'open/none.txt',
    'open/pipe',
    'file://host/etc/passwd',
    'file:///etc%2fpasswd',
    'file:///dev/zero',
  ],
])('refuses %s with the same error', async (path) => {
  await expect(read(path)).rejects.toMatchObject({
    type: 'address_refused',
    message: expect.stringContaining('GLEANER_FILES'),
  })
})

it('refuses a file that is too large', async () => {
  await expect(read('open/sub/a.md', 'open', 5)).rejects.toMatchObject({ type: 'response_too_large' })
})

it('never reads a file elsewhere while its path is exchanged for a link', async () => {
  const [path, own, secret] = ['open/sub/swapped', 'own.txt', 'secret.txt'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(own, 'own words')
  const outcomes = { read: 0, refused: 0 }
  const exchange = (turn: number) => {
    rmSync(path, { force: true })
    if (turn % 2 === 0) linkSync(own, path)
    else symlinkSync(secret, path)
  }
  exchange(0)
  for (let turn = 0; turn < 300; turn++) {
    const reading = read('open/sub/swapped').then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      ({ type }) => type,
    )
    // The exchange falls between different steps of reading.
    for (let step = 0; step < turn % 8; step++) await new Promise(setImmediate)
    exchange(turn)
    const outcome = await reading
    expect(['own words', 'address_refused']).toContain(outcome)
    if (outcome === 'own words') outcomes.read++
    else outcomes.refused++
  }
  expect([outcomes.read > 0, outcomes.refused > 0]).toEqual([true, true])
})

it('reads the opened file to its end if it is cut meanwhile', async () => {
  const path = join(root, 'open/cut.txt')
  for (let turn = 0; turn < 50; turn++) {
    writeFileSync(path, 'x'.repeat(90))
    const reading = read('open/cut.txt')
    for (let step = 0; step < turn % 8; step++) await new Promise(setImmediate)
    truncateSync(path, 10)
    const { bytes } = await reading
    expect([0, 10, 90]).toContain(bytes.length)
  }
})
