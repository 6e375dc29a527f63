import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Events, emit } from '../../../../src/base/events.ts'
import { createPaint } from '../../../../src/base/terminal/style.ts'
import { prettyLine, prettyLines, startLog } from '../../../../src/interfaces/monitoring/log/log.ts'
import { codeBlocks, read } from '../../../docs/document.ts'

/** A stream that behaves like a color terminal, or like a file. */
function streamOf({ isTTY }: { isTTY: boolean }): Writable {
  return Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { isTTY, getColorDepth: () => 8 })
}

/** Returns the lines that `work` writes to the log. */
function linesOf(work: () => void, stream = streamOf({ isTTY: true })): string[] {
  const lines: string[] = []
  const end = startLog('debug', prettyLines({ write: (line) => void lines.push(line) }, stream))
  onTestFinished(end)
  work()
  return lines
}

/** Removes colors and the time. */
const plain = (line = '') => stripVTControlCharacters(line).replace(/^\d\d:\d\d:\d\d /, '')

const operation: Events['gleaner:operation'] = {
  ...{ requestId: '0d9d5c9e-6c4c-4c5e-9b53-3d3c4f6d2a10', operation: 'scrape', transport: 'rest', keyId: 'abc' },
  ...{ host: 'example.com', outcome: 'ok', creditsCharged: 1, startedAt: 0, durationMs: 234.4 },
}

describe('a line for a person', () => {
  it('shows an operation with its outcome, duration, cost and URL', () => {
    const [line] = linesOf(() => emit('gleaner:operation', operation))
    expect(plain(line)).toBe(
      `info  operation scrape ok 234 ms creditsCharged=1 example.com rest ${operation.requestId}\n`,
    )
    expect(stripVTControlCharacters(line ?? '')).toMatch(/^\d\d:\d\d:\d\d /)
  })

  it('leaves out what is missing', () => {
    const failed = { ...operation, outcome: 'target_timeout', creditsCharged: 0, durationMs: 30_010, host: null }
    const [line] = linesOf(() => emit('gleaner:operation', failed))
    expect(plain(line)).toBe(
      `info  operation scrape target_timeout 30.0 s creditsCharged=0 rest ${operation.requestId}\n`,
    )
  })

  it('is as docs/monitoring.md shows it', () => {
    const [shown] = codeBlocks(read('docs/monitoring.md')).filter(({ language }) => language === 'text')
    const at = (second: number) => new Date(2026, 10, 22, 12, 0, second).toISOString()
    const late = { ...operation, outcome: 'target_timeout', creditsCharged: 0, durationMs: 30_010 }
    const entries = [
      { level: 30, time: at(1), msg: 'operation', ...operation },
      { level: 30, time: at(32), msg: 'operation', ...late },
    ]
    const lines = entries.map((entry) => prettyLine(JSON.stringify(entry), (_, text) => text))
    expect(lines.join('').trim()).toBe(shown?.text.trim())
  })

  it('is followed by the stack trace of a bug', () => {
    const [line] = linesOf(() => emit('gleaner:fault', { requestId: 'id', error: new TypeError('no such thing') }))
    const [first, second] = plain(line).split('\n')
    expect(first).toBe('error fault     TypeError: no such thing id')
    expect(second).toMatch(/^ {4}at .*pretty-line\.test\.ts/)
  })

  it.each([
    [
      () =>
        emit('gleaner:http', { requestId: 'id', method: 'GET', path: '/x', route: null, status: 404, durationMs: 1 }),
      'debug http      GET /x 404 1 ms\n',
    ],
    [
      () => emit('gleaner:fetch', { host: 'a.example', status: 200, bytes: 12_345, durationMs: 80, error: null }),
      'debug fetch     a.example 200 bytes=12345 80 ms\n',
    ],
    [
      () => emit('gleaner:render', { host: 'a.example', status: 200, complete: false, durationMs: 1500, error: null }),
      'debug render    a.example 200 1.5 s\n',
    ],
    [() => emit('gleaner:browser', { event: 'ended', pid: 7 }), 'info  browser   event=ended pid=7\n'],
    [() => emit('gleaner:lifecycle', { event: 'stopping' }), 'info  lifecycle stopping\n'],
    [() => emit('gleaner:sweep', { node: 'n', released: 2 }), 'warn  sweep     node=n released=2\n'],
  ])('shows the fields of other events', (work, expected) => {
    expect(linesOf(work).map(plain)).toEqual([expected])
  })

  it('contains no key and no terminal control sequence', () => {
    const key = `glnr_${'a'.repeat(12)}_${'b'.repeat(38)}`
    const hostile = `\u001b[2J\u009b31m\r\nforged \u202eline ${key}`
    const [line] = linesOf(
      () => emit('gleaner:fault', { requestId: 'id', error: new Error(hostile) }),
      streamOf({ isTTY: false }),
    )
    expect(line).not.toContain('bbb')
    expect(line).toContain('glnr_aaaaaaaaaaaa_…')
    expect(line).toContain('\\u001b[2J\\u009b31m\\u000d\\u000aforged \\u202eline')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
    expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})

describe('its colors', () => {
  afterEach(() => void vi.unstubAllEnvs())
  const line = JSON.stringify({ level: 30, time: '2026-11-22T12:00:00.000Z', msg: 'lifecycle', event: 'stopping' })
  const isColoured = (isTTY: boolean) => prettyLine(line, createPaint(streamOf({ isTTY }))).includes('\u001b[')

  /** Ignores this process's own color settings. */
  function stub(name?: string, value?: string): void {
    for (const known of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS']) vi.stubEnv(known, undefined)
    if (name !== undefined) vi.stubEnv(name, value)
  }

  it('are ANSI escape codes', () => {
    stub()
    expect([isColoured(true), isColoured(false)]).toEqual([true, false])
  })

  it('are left out for NO_COLOR, and forced by FORCE_COLOR', () => {
    stub('FORCE_COLOR', '1')
    expect(isColoured(false)).toBe(true)
    stub('FORCE_COLOR', '0')
    expect(isColoured(true)).toBe(false)
  })
})
