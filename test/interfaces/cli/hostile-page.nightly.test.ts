import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksScript, startOnTerminal } from '../../base/terminal/pseudo-terminal.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { runProgram } from '../../program.ts'
import { within } from '../../waits.ts'

const hostile = 'Oak\x1b]0;pwn\x07\x1b]52;c;cHdu\x07\x1b[31m\u009b2J\u202e'

/** The escape codes for the word `warning` and for the progress line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
const ownStyles = /\u001b\[(?:33m|39m|2K)/g

let origin: Origin
beforeAll(async () => {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const html = `<meta charset="utf-8"><title>${hostile}</title><p>${`A long sentence about oaks. ${hostile} `.repeat(20)}</p>`
  origin = await openOrigin({ '/': { body: html }, '/text': { headers, body: `${hostile}\n` } })
})
afterAll(() => origin.close())

/** Everything that the command writes to a terminal. */
async function shown(call: string): Promise<string> {
  const child = startOnTerminal(call)
  const [printed] = await within(
    `the end of gleaner ${call}`,
    Promise.all([text(child.stdout as NodeJS.ReadableStream), once(child, 'close')]),
  )
  return printed
}

describe.skipIf(lacksScript)('a page with terminal escape sequences', () => {
  it.each(['explain /', 'scrape /', 'scrape / --output raw_html', 'scrape / --output html_head_metadata_json'])(
    'cannot control a terminal through gleaner %s',
    async (call) => {
      const printed = await shown(call.replace('/', `${origin.url}/`))
      expect(printed).toContain('Oak')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
      expect(printed.replace(ownStyles, '')).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/)
    },
  )

  it('arrives unchanged in a pipe', async () => {
    const { stdout } = await runProgram(['scrape', `${origin.url}/`, '--output', 'raw_html'])
    expect(stdout).toContain(hostile)
  })
})
