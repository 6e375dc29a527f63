import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFileBelow } from '../../../../src/interfaces/cli/given/file-below.ts'

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
