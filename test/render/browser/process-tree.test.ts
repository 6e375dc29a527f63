import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { processTree, residentBytes } from '../../../src/render/browser/process-tree.ts'

/** Starts a shell that starts another process, and waits until both are running. */
async function openFamily() {
  const script = 'tail -f /dev/null & echo $!; wait'
  const shell = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const parent = shell.pid ?? 0
  const kill = async () => {
    if (shell.exitCode !== null || shell.signalCode !== null) return
    const exit = once(shell, 'exit')
    process.kill(-parent, 'SIGKILL')
    await exit
  }
  onTestFinished(kill)
  const [line] = await once(shell.stdout, 'data')
  return { parent, child: Number(line), kill }
}

describe.skipIf(process.platform !== 'linux')('the process tree', () => {
  it('contains a process and its descendants, with their group and memory', async () => {
    const { parent, child } = await openFamily()
    const tree = processTree(parent)
    expect(tree.map(({ pid, group }) => [pid, group])).toEqual([
      [parent, parent],
      [child, parent],
    ])
    expect(tree[1]?.parent).toBe(parent)
    for (const { privateBytes } of tree) expect(residentBytes(parent)).toBeGreaterThan(privateBytes)
  })

  it('distinguishes a process from a later one with the same id by its start time', async () => {
    const { parent } = await openFamily()
    const { parent: later } = await openFamily()
    const [one, two] = [processTree(parent)[0], processTree(later)[0]]
    expect(one?.startedTicks).toBe(processTree(parent)[0]?.startedTicks)
    expect(one?.startedTicks).toBeLessThanOrEqual(two?.startedTicks ?? 0)
  })

  it("is empty if the process doesn't exist", async () => {
    const { parent, kill } = await openFamily()
    await kill()
    expect([processTree(parent), residentBytes(parent)]).toEqual([[], 0])
  })
})
