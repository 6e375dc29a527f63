/** A sandbox in this thread, which runs the same tasks on copies of their arguments, for simulations that don't need threads. */

import { orAborted } from '../../../src/base/deadline.ts'
import { ServiceError } from '../../../src/base/errors.ts'
import { tasks } from '../../../src/readers/entry.ts'
import { packError, unpackError } from '../../../src/readers/task-error.ts'
import type { Sandbox, SandboxRunOptions, TaskArguments, TaskName, TaskValue } from '../../../src/readers/tasks.ts'
import type { Places } from './places.ts'
import type { Incarnation, World } from './world.ts'

const readingMs = 2
const idle = { working: 0, waiting: 0, readers: 0 }

export function createReader(world: World, process: Incarnation, places: Places): Sandbox {
  async function run<Name extends TaskName>(
    task: Name,
    args: TaskArguments<Name>,
    { signal }: SandboxRunOptions,
  ): Promise<TaskValue<Name>> {
    signal.throwIfAborted()
    const fault = world.next('reader', '')
    const copies = structuredClone(args)
    await orAborted(signal, world.clock.sleep(readingMs))
    if (fault) throw new ServiceError(fault.fate, `The plan says ${fault.fate}`)
    const work = tasks[task] as (...all: unknown[]) => unknown
    return world.real(process, async () => {
      try {
        return structuredClone(await work(...(copies as unknown[]))) as TaskValue<Name>
      } catch (error) {
        throw unpackError(packError(error))
      }
    })
  }

  return {
    async run<Name extends TaskName>(
      task: Name,
      args: TaskArguments<Name>,
      options: SandboxRunOptions,
    ): Promise<TaskValue<Name>> {
      try {
        const release = await places.readers.acquire(options.signal, options.share.keyId)
        try {
          return await run(task, args, options)
        } finally {
          release()
        }
      } finally {
        options.share.give(options.releaseBytes ?? 0)
      }
    },
    prepare() {},
    warm() {},
    figures: () => ({ small: idle, large: idle }),
    async close() {},
  }
}
