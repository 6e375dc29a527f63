/** The interface of a command, and the objects it works with. */

import type { Access } from '../../access/access.ts'
import type { StoreMaintenance } from '../../access/maintenance.ts'
import { describeBug, subscribe } from '../../base/events.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { OperationRuntime, RuntimeOptions } from '../../operations/runtime.ts'
import type { ServiceNodes, WorkerRuntime } from '../../pages/nodes/service-nodes.ts'
import type { Probes } from './doctor/check.ts'
import type { Manual } from './help/manual.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Command {
  name: string
  synopsis: string
  summary: string
  /** True if the command shows no progress, because it runs until stopped or prints its own. */
  isQuiet?: boolean
  /** Resolves with the text that help shows. */
  manual(): Promise<Manual>
  /** Resolves with the exit code. Throws ConfigError and ServiceError, and `signal.reason` if it is stopped. */
  run(context: CommandContext): Promise<number>
}

export interface CommandContext extends Omit<Terminal, 'startProgress'> {
  /** Arguments after the command's name. */
  argv: readonly string[]
  signal: AbortSignal
  compose: Composition
}

export type CommandOutput = Pick<Terminal, 'out' | 'err'>

export interface StoreCommands extends StoreMaintenance {
  /** Creates a new server secret. Keys issued under either secret stay valid. Throws value_error, ConfigError and storage_unavailable. */
  changeSecret(): Promise<void>
  /** Stops accepting keys created under the previous secret. Resolves with true if there was one. Throws ConfigError. */
  endSecretOverlap(): Promise<boolean>
}

/** Creates objects from the adapters. The caller must close them. */
interface Composition {
  runtime(config: Config, options: RuntimeOptions): OperationRuntime
  /** Runs jobs for other processes. Throws ConfigError and browser_unavailable. */
  worker(config: Config): Promise<WorkerRuntime>
  access(config: Config): Promise<Access & { nodes: ServiceNodes | null }>
  store(config: Config): Promise<StoreCommands>
  /** Resolves with the path of the browser that `render_js` would start, or null. */
  locateBrowser(config: Config): Promise<string | null>
  probes(config: Config): Probes
}

/** Runs `work` with access to the keys, and closes it. */
export async function withAccess<T>(
  { compose }: Pick<CommandContext, 'compose'>,
  work: (access: Access) => Promise<T>,
): Promise<T> {
  const access = await compose.access(readConfig())
  try {
    return await work(access)
  } finally {
    await access.close()
  }
}

/** Prints, as a line of JSON, each error that the caller sees only as `internal`. */
export function reportBugs({ err, foreign }: Pick<CommandContext, 'err' | 'foreign'>): void {
  const report = (requestId: string, error: unknown) =>
    err(foreign.err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`))
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}
