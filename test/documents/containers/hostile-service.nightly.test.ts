import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { openTestService, type TestService } from '../../service.ts'
import { hostileFiles } from './hostile-files.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService({ GLEANER_MAX_BODY_BYTES: String(64 * 1024 * 1024) })
})
afterAll(() => service.close())

const convert = (kind: keyof typeof documentTypes, body: Uint8Array) =>
  fetch(`${service.url}/v1/convert`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': documentTypes[kind] },
    body: new Uint8Array(body),
  })

const refusals = [
  'invalid_response',
  'unsupported_content_type',
  'target_timeout',
  'response_too_large',
  'request_too_large',
]

it.each(hostileFiles)('reads or refuses %s (%s), and writes no file', async (_, kind, build) => {
  const content = build()
  // Building a large file blocks this process, in which a kept connection may have been closed meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const files = () =>
    [process.cwd(), tmpdir()].flatMap((folder) => readdirSync(folder)).filter((name) => /passwd|nul|\.txt$/.test(name))
  const before = files()
  const response = await convert(kind, typeof content === 'string' ? Buffer.from(content) : content)
  const body = (await response.json()) as { detail?: { type: string; msg: string }[]; content?: string }
  if (response.status === 200) expect(typeof body.content).toBe('string')
  else expect(refusals).toContain(body.detail?.[0]?.type)
  expect(files()).toEqual(before)
  expect((await convert('csv', Buffer.from('a,b\n1,2\n'))).status).toBe(200)
})
