import { describe, expect, it } from 'vitest'
import { plain } from '../../../src/base/terminal/style.ts'
import { createCommands } from '../../../src/interfaces/cli/commands.ts'
import { usageText } from '../../../src/interfaces/cli/help-command.ts'
import { createRegistry } from '../../../src/operations/registry.ts'

describe('the commands', () => {
  const commands = createCommands()

  it('include the servers, the operations with a command, and administration', () => {
    const ofOperations = Object.values(createRegistry(['a-model'])).flatMap(({ command }) => command ?? [])
    expect(ofOperations).toEqual(expect.arrayContaining(['scrape', 'google-ads', 'explain']))
    const administration = ['keys', 'usage', 'store', 'install-browser', 'doctor', 'help']
    expect(commands.map(({ name }) => name)).toEqual(['serve', 'worker', 'stdio', ...ofOperations, ...administration])
  })

  it('appear in the usage text with their arguments and a summary', () => {
    const text = usageText(commands, { paint: { out: plain, err: plain }, width: undefined })
    expect(text).toContain('\n  scrape URL [flags]              Scrape a web page\n')
    expect(text).toContain(
      `\n  serve [--port N] [--host ADDRESS] [--no-auth]\n${' '.repeat(34)}Run the HTTP service: REST under /v1, MCP at /mcp\n`,
    )
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(120)
  })
})
