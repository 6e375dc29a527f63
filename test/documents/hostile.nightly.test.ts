import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureFolder } from '../../bench/documents/fixtures.ts'
import { archives } from './hostile/archives.ts'
import type { HostileDocument } from './hostile/hostile-document.ts'
import { longParts } from './hostile/long-parts.ts'
import { cut, exchanged, flipped, polyglots, samples, wrongTypes } from './hostile/mutations.ts'
import { office } from './hostile/office.ts'
import { pdfContents } from './hostile/pdf-contents.ts'
import { pdfObjects } from './hostile/pdf-objects.ts'
import { pdfStructures } from './hostile/pdf-structures.ts'
import { presentations } from './hostile/presentations.ts'
import { createHostileReader } from './hostile/read-hostile.ts'
import { texts } from './hostile/texts.ts'

const documents: readonly HostileDocument[] = [
  ...archives,
  ...office,
  ...presentations,
  ...pdfObjects,
  ...pdfContents,
  ...pdfStructures,
  ...texts,
  ...polyglots,
]

describe('hostile documents', () => {
  const reader = createHostileReader()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  let canary = ''
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    canary = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(async () => {
    server.close()
    await reader.close()
  })

  it.each(documents)(
    'returns a result or a documented error for %s, in %s',
    async (_, kind, build) => {
      const outcome = await reader.read(build(canary), kind)
      expect(outcome).toMatch(/^(?:ok|no_text|invalid_response|unsupported_content_type|response_too_large)$/)
      expect(await reader.readNext()).toBe('next page')
    },
    60_000,
  )

  it.each(longParts)(
    'reads %s to the end, in %s',
    async (_, kind, build) => {
      const patient = createHostileReader({ readingLimitMs: 50_000 })
      expect(await patient.read(build(canary), kind)).toMatch(/^(?:ok|no_text)$/)
      await patient.close()
    },
    60_000,
  )

  it.each([...samples])(
    'survives a document truncated at each tenth: %s',
    async (kind, bytes) => {
      for (const part of cut(bytes)) expect(await reader.read(part, kind)).not.toBe('crash')
      expect(await reader.readNext()).toBe('next page')
    },
    120_000,
  )

  it.each([...samples])(
    'survives a document with wrong bytes: %s',
    async (kind, bytes) => {
      for (const broken of flipped(bytes)) expect(await reader.read(broken, kind)).not.toBe('crash')
      expect(await reader.readNext()).toBe('next page')
    },
    120_000,
  )

  it.each(['inventory.pdf', 'lecture.pdf'])(
    'survives a PDF with swapped objects: %s',
    async (name) => {
      const bytes = readFileSync(new URL(name, fixtureFolder))
      for (const broken of exchanged(bytes)) expect(await reader.read(broken, 'pdf')).not.toBe('crash')
      expect(await reader.readNext()).toBe('next page')
    },
    120_000,
  )

  it.each([...samples.keys()])('reads an empty document as empty, and reads or refuses one byte: %s', async (kind) => {
    expect(await reader.read(Buffer.alloc(0), kind)).toBe('ok')
    expect(await reader.read(Buffer.from('x'), kind)).not.toBe('crash')
  })

  it('survives documents sent as another type', async () => {
    for (const [kind, bytes] of wrongTypes()) expect(await reader.read(bytes, kind), kind).not.toBe('crash')
  }, 120_000)

  it('fetches nothing that a document refers to', () => {
    expect(asked).toEqual([])
  })

  it('writes nothing to disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-hostile-'))
    const script = fileURLToPath(new URL('hostile/read-archives.ts', import.meta.url))
    const child = spawn(process.execPath, [script], {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder },
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    const left = (await readdir(folder)).filter((name) => name !== 'node-compile-cache')
    await rm(folder, { recursive: true })
    expect({ code, left }).toEqual({ code: 0, left: [] })
  }, 120_000)
})
