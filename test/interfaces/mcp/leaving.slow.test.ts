import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ProcessFacts, processTree } from '../../../src/render/browser/process-tree.ts'
import { bin } from '../../program.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { type Origin, startOrigin } from './origin.ts'

const env = {
  PATH: process.env.PATH,
  ...(process.env.GLEANER_BROWSER_PATH ? { GLEANER_BROWSER_PATH: process.env.GLEANER_BROWSER_PATH } : {}),
  GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8',
}

/** Starts `gleaner stdio`, optionally through a shell, and calls it with a page that never finishes loading. */
async function startRendering(
  origin: Origin,
  behindShell: boolean,
): Promise<{ child: ChildProcess; tree: ProcessFacts[] }> {
  const child = behindShell
    ? spawn('/bin/sh', ['-c', `"${process.execPath}" "${bin}" stdio; exit`], { env })
    : spawn(process.execPath, [bin, 'stdio'], { env })
  onTestFinished(() => {
    for (const one of tree.filter(isAlive)) process.kill(one.pid, 'SIGKILL')
  })
  const params = { name: 'scrape', arguments: { url: `${origin.url}/waits?for=/slow/part`, render_js: true } }
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`)
  await origin.arrived('/slow/part')
  const tree = processTree(child.pid ?? 0)
  return { child, tree }
}

/** True if this process is still running, and isn't a zombie or a later process with the same id. */
function isAlive({ pid, startedTicks }: ProcessFacts): boolean {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] !== 'Z' && Number(fields[19]) === startedTicks
  } catch {
    return false
  }
}

const cases: Record<string, { behindShell?: boolean; leave(child: ChildProcess): void }> = {
  'the end of its input': { leave: (child) => child.stdin?.end() },
  SIGTERM: { leave: (child) => child.kill('SIGTERM') },
  SIGINT: { leave: (child) => child.kill('SIGINT') },
  'SIGKILL for itself': { leave: (child) => child.kill('SIGKILL') },
  'SIGKILL for its parent, with its input still open': { behindShell: true, leave: (child) => child.kill('SIGKILL') },
}

describe.skipIf(lacksBrowser || process.platform !== 'linux')('gleaner stdio with a page in its browser', () => {
  it.each(Object.entries(cases))('leaves no process behind after %s', async (_, { behindShell = false, leave }) => {
    const origin = await startOrigin()
    const { child, tree } = await startRendering(origin, behindShell)
    expect(tree.length).toBeGreaterThan(behindShell ? 3 : 2)
    leave(child)
    await expect.poll(() => tree.filter(isAlive), { interval: 20 }).toEqual([])
    await origin.abandoned('/slow/part')
  })
})

describe('gleaner stdio without work', () => {
  it.each<[string, (child: ChildProcess) => unknown]>([
    ['the end of its input', (child) => child.stdin?.end()],
    ['SIGTERM', (child) => child.kill('SIGTERM')],
    [
      'an unread output, and then the end of its input',
      (child) => {
        child.stdout?.pause()
        child.stdin?.write('no JSON\n'.repeat(5000))
        for (let i = 0; i < 500; i++) child.stdin?.write(`{"jsonrpc":"2.0","id":"x${i}","method":"tools/list"}\n`)
        child.stdin?.end()
      },
    ],
  ])('exits with 0 after %s', async (_, leave) => {
    const child = spawn(process.execPath, [bin, 'stdio'], { env })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n')
    await once(child.stdout, 'data')
    leave(child)
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
