/** Tests that the command line and the stdio server survive the same hostile documents. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sendShape, shapeOf } from '../../bench/torture/shapes/shape.ts'
import { memoryBombs } from '../documents/hostile/memory-bombs.ts'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { bin, runProgram } from '../program.ts'
import { testSettings } from '../service.ts'

const names = [
  'widths from -100,000,000 on',
  'nested tables of 100 cells, 5 deep',
  'a paragraph of 100,000 characters in 20,000 cells',
  'a title of 90 million characters',
]
const shapes = memoryBombs.map(shapeOf).filter(({ name }) => names.includes(name))
/** A reader may take 20 s for each of two attempts. */
const callLimitMs = 120_000

let origin: Origin
beforeAll(async () => {
  const site: Site = { '/small': { body: '<p>A small page.</p>' } }
  for (const [at, shape] of shapes.entries()) site[`/${at}`] = sendShape(shape)
  origin = await openOrigin(site)
})
afterAll(() => origin.close())

describe('gleaner scrape', () => {
  it.each(shapes.map(({ kind, name }, at) => [kind, name, at] as const))(
    'prints the page or the error for %s, %s, and exits as documented',
    async (_kind, _name, at) => {
      const { code, stdout, stderr } = await runProgram(['scrape', `${origin.url}/${at}`, '--json'])
      expect(stderr).not.toContain('FATAL ERROR')
      expect([0, 3]).toContain(code)
      const expected = code === 0 ? { status_code: 200 } : { detail: [{ type: 'invalid_response' }] }
      expect(JSON.parse(stdout)).toMatchObject(expected)
    },
  )
})

describe('gleaner stdio', () => {
  it(
    'keeps its session when documents exhaust the memory of their readers',
    async () => {
      const client = new Client({ name: 'test', version: '1' })
      onTestFinished(() => client.close())
      let hasClosed = false
      client.onclose = () => {
        hasClosed = true
      }
      const env = { PATH: process.env.PATH ?? '', ...testSettings }
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [bin, 'stdio'], env }))
      const scrape = async (path: string) => {
        const call = { name: 'scrape', arguments: { url: origin.url + path } }
        const { isError, content } = await client.callTool(call, undefined, { timeout: callLimitMs })
        return { isError: isError === true, text: JSON.stringify(content) }
      }
      for (const [at, { name }] of shapes.entries()) {
        const [hostile, meanwhile] = await Promise.all([scrape(`/${at}`), scrape('/small')])
        if (hostile.isError) expect(hostile.text, name).toContain('invalid_response')
        expect(meanwhile.text).toContain('A small page.')
        expect((await scrape('/small')).text).toContain('A small page.')
      }
      expect(hasClosed).toBe(false)
    },
    2 * callLimitMs,
  )
})
