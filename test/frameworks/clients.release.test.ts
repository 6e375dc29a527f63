import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/operations/registry.ts'
import { openTestService, type TestService } from '../service.ts'
import { installClaudeCode, installFrameworks } from './install.ts'
import { clients, type MatrixClient } from './matrix/clients.ts'
import { type ClientRun, checkout, openMatrix, type ServerConfig } from './matrix/run-client.ts'

/** Reasons to skip the tests of all clients, and those of Claude Code. */
let missing: string | null
let missingProgram: string | null
let matrix: Awaited<ReturnType<typeof openMatrix>>
let service: TestService

beforeAll(async () => {
  missing = await installFrameworks()
  missingProgram = await installClaudeCode()
  matrix = await openMatrix(checkout)
  service = await openTestService({ GLEANER_GOOGLE_URL: matrix.site.googleUrl })
}, 400_000)

beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

afterAll(() => Promise.all([service.close(), matrix.close()]))

const overHttp = (): ServerConfig => ({
  http: { url: `${service.url}/mcp`, headers: { Authorization: `Bearer ${service.key}` } },
})

/** Describes each result that the model was sent in another form than expected, with the text. */
function faultsIn({ name, writesJson }: MatrixClient, { cells }: ClientRun): string {
  const isJson = (of: string) => (writesJson === 'all' && of !== 'error') || (writesJson && of === 'extras')
  const faults = cells.flatMap(({ case: of, verdicts, error = '' }) =>
    verdicts
      .filter(({ damage }) => damage.join() !== (isJson(of) ? 'JSON' : ''))
      .map(({ damage, text }) => `${name}, ${of}: ${damage.join('; ') || 'no damage'}. ${error}\n${text}`),
  )
  return faults.join('\n\n')
}

/** The parameters of both tools. This server has no language model. */
function contract(): Record<string, string[]> {
  const tools = Object.values(createRegistry(['a-model'])).filter(({ isTool }) => isTool)
  const parameters = tools.map(({ name, input, withoutModel: { omit = [] } = { omit: [], description: '' } }) => [
    name,
    Object.keys(input.shape).filter((param) => !omit.includes(param)),
  ])
  return Object.fromEntries(parameters)
}

/** Claude Code starts once for each case. */
const timeout = 180_000

describe.each(clients)('$name', { timeout }, (client) => {
  beforeEach(({ skip }) => skip(client.isProgram === true && missingProgram !== null, missingProgram ?? ''))

  it('sends its model each result once, in the documented form, and cancels calls if it can, over stdio', async () => {
    const ended = await matrix.run(client, matrix.stdio, matrix.expected)
    expect(faultsIn(client, ended)).toBe('')
    expect(ended.cancels).toBe(!client.keepsCalls?.includes('stdio'))
  })

  it('does the same over HTTP', async () => {
    const short = matrix.expected.filter(({ name }) => name === 'page' || name === 'error')
    const ended = await matrix.run(client, overHttp(), short)
    expect(faultsIn(client, ended)).toBe('')
    expect(ended.cancels).toBe(!client.keepsCalls?.includes('HTTP'))
    if (client.model) expect(toolsOf(ended)).toEqual(contract())
  })
})

/** The tools that the model was offered, without the client's prefix. Claude Code also has built-in tools. */
function toolsOf({ cells: [cell] }: ClientRun): Record<string, string[] | undefined> {
  const offered = Object.entries(cell?.tools ?? {})
  return Object.fromEntries(
    Object.keys(contract()).map((name) => [name, offered.find(([each]) => each.endsWith(name))?.[1]]),
  )
}
