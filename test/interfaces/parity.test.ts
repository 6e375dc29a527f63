import { describe, expect, it } from 'vitest'
import { runProgram } from '../program.ts'
import type { Json } from '../service.ts'
import type { Reply } from './interfaces.ts'
import { comparable, describeParity, describeReadingOn, useParityWorld } from './parity/parity-suite.ts'
import { describePieces } from './parity/pieces-suite.ts'
import { cases } from './parity-cases.ts'

const world = useParityWorld()

describeParity(world, cases)
describeReadingOn(world)
describePieces(world)

describe('the started program', () => {
  it.each<[string, Json]>([
    ['a result', { output: 'markdown' }],
    ['a failure', { output: 'pdf' }],
  ])('prints the same as the other interfaces: %s', async (_, input) => {
    const query = { url: `${world.origin.url}/article`, ...input }
    const flags = Object.entries(query).map(([name, value]) => `--${name}=${value}`)
    const ended = await runProgram(['scrape', ...flags, '--json'], world.settings)
    const body = JSON.parse(ended.stdout) as Json
    const reply: Reply = ended.code === 0 ? { result: body } : { error: body, code: ended.code }
    expect(comparable(reply)).toEqual(comparable(await world.interfaces.call('command line', 'scrape', query)))
  })
})

describe('a parameter given twice', () => {
  it('is refused by every interface that can pass it', async () => {
    const url = `${world.origin.url}/article`
    const query = new URLSearchParams([
      ['url', url],
      ['url', url],
      ['offset', '1'],
      ['offset', '2'],
    ])
    const rest = await world.interfaces.service.get(`/v1/scrape?${query}`)
    const cli = await runProgram(['scrape', url, '--url', url, '--offset=1', '--offset=2', '--json'], world.settings)
    const detail = [
      { loc: ['query', 'url'], type: 'value_error' },
      { loc: ['query', 'offset'], type: 'value_error' },
    ]
    expect(await rest.json()).toMatchObject({ detail })
    expect(JSON.parse(cli.stdout)).toMatchObject({ detail })
    expect(cli.code).toBe(2)
  })
})
