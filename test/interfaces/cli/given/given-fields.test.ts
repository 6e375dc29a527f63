import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnKind } from '../../../../src/interfaces/cli/given/given-fields.ts'
import { type GivenFields, readGivenFields } from '../../../../src/interfaces/cli/given/given-fields.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-fields-'))
  file = join(folder, 'fields')
})
afterAll(() => rmSync(folder, { recursive: true }))

const { signal } = new AbortController()
const none = { each: [], file: undefined, json: undefined }

async function read(kind: OwnKind, given: Partial<GivenFields>) {
  return readGivenFields(kind, { ...none, ...given }, signal)
}

describe("the caller's headers and cookies", () => {
  it('combine the flags, the JSON and the file', async () => {
    writeFileSync(file, 'X-C: 3\n')
    expect(await read('headers', { each: ['X-A: 1'], json: { 'X-B': '2' }, file })).toEqual({
      ...{ 'X-A': '1', 'X-B': '2', 'X-C': '3' },
    })
    expect(await read('headers', {})).toBeUndefined()
  })

  it('are passed on even if the contract will refuse them', async () => {
    expect(await read('headers', { json: 'no JSON' })).toBe('no JSON')
    expect(await read('headers', { each: ['X-A: 1'], json: 'no JSON' })).toBe('no JSON')
    expect(await read('headers', { each: ['__proto__: 1'] })).toEqual(JSON.parse('{"__proto__": "1"}'))
  })

  it('are refused if a name is duplicated, ignoring the case of headers', async () => {
    writeFileSync(file, 'x-a: secret')
    await expect(read('headers', { each: ['X-A: secret'], file })).rejects.toThrow(/^Value error, x-a is duplicated$/)
    expect(await read('cookies', { each: ['a=1', 'A=2'] })).toEqual({ a: '1', A: '2' })
    await expect(read('cookies', { each: ['a=1'], json: { a: '2' } })).rejects.toThrow('a is duplicated')
  })

  it.each([
    ['is missing', () => join(folder, 'none'), '--headers-file: the file does not exist'],
    ['is a folder', () => folder, '--headers-file: this is a folder, not a file'],
    ['is too long', () => writeLarge(), '--headers-file is larger than'],
  ])('are refused if the file %s', async (_, path, message) => {
    await expect(read('headers', { file: path() })).rejects.toThrow(message)
  })
})

function writeLarge(): string {
  writeFileSync(file, Buffer.alloc(5 * 1024 * 1024, 'a'))
  return file
}
