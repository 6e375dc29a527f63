import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTerminal } from '../../../src/interfaces/cli/terminal/terminal.ts'

/** A stream that may be a terminal, and the text written to it. */
function openStream(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 40, getColorDepth: () => 8 })
  const written: string[] = []
  stream.write = (chunk: string) => written.push(chunk) > 0
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => written.join('') }
}

function open({ isDumb = false, isTerminal = true } = {}) {
  const [stdout, stderr] = [openStream(isTerminal), openStream(isTerminal)]
  const terminal = createTerminal({ stdout: stdout.stream, stderr: stderr.stream, isDumb })
  return { terminal, out: stdout.written, err: stderr.written }
}

const erased = '\r\x1b[2K'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('text from a page', () => {
  const hostile = '\x1b]52;c;cHdu\x07\ta\u009b2J\u202e\n'

  it('cannot control a terminal', () => {
    const { foreign } = open().terminal
    const shown = '\\u001b]52;c;cHdu\\u0007\ta\\u009b2J\\u202e\n'
    expect([foreign.out(hostile), foreign.err(hostile)]).toEqual([shown, shown])
  })

  it('is unchanged in a pipe', () => {
    const { foreign } = open({ isTerminal: false }).terminal
    expect([foreign.out(hostile), foreign.err(hostile)]).toEqual([hostile, hostile])
  })
})

describe('progress on a terminal', () => {
  it('appears after a second as one line on standard error with the latest step, and is removed at the end', () => {
    const { terminal, out, err } = open()
    const end = terminal.startProgress('gleaner scrape')
    pass(950)
    expect(err()).toBe('')
    pass(200)
    expect(err()).toContain('gleaner scrape (1 s)')
    terminal.progress('Fetching example.com')
    pass(2000)
    expect(err()).toContain('Fetching example.com (3 s)')
    end()
    pass(5000)
    expect(err().endsWith(erased)).toBe(true)
    expect(err()).not.toContain('\n')
    expect(out()).toBe('')
  })

  it('shows nothing for work that takes less than a second', () => {
    const { terminal, err } = open()
    const end = terminal.startProgress('gleaner keys')
    pass(900)
    end()
    expect(err()).toBe('')
  })

  it('makes way for output, and waits until a line of output is complete', () => {
    const { terminal, err } = open()
    const end = terminal.startProgress('working')
    pass(1500)
    terminal.err('warning: x')
    expect(err().endsWith(`${erased}warning: x`)).toBe(true)
    pass(1000)
    expect(err().endsWith('warning: x')).toBe(true)
    terminal.err('\n')
    pass(1000)
    expect(err()).toMatch(/warning: x\n.*working \(3 s\)$/s)
    end()
  })

  it("fits the terminal, and the name of a page can't move the cursor", () => {
    const { terminal, err } = open()
    const end = terminal.startProgress(`\x1b[9A${'x'.repeat(100)}`)
    pass(1100)
    const line = err().split(erased)[1] ?? ''
    expect(line.length).toBeLessThan(40)
    expect(line).toContain('\\u001b[9A')
    end()
  })

  it.each([
    ['in a pipe', { isTerminal: false }],
    ["on a terminal that can't go back", { isDumb: true }],
  ])('is not shown %s', (_, options) => {
    const { terminal, out, err } = open(options)
    const end = terminal.startProgress('working')
    terminal.progress('still working')
    pass(5000)
    terminal.out('result\n')
    end()
    expect([out(), err()]).toEqual(['result\n', ''])
  })
})
