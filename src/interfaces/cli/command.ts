/** What a command of the program is, and what it works with. */

import type { Access } from '../../access/access.ts'
import type { StoreMaintenance } from '../../access/maintenance.ts'
import type { Config } from '../../config/config.ts'
import type { OperationRuntime, RuntimeOptions } from '../../operations/runtime.ts'
import type { ServiceNodes } from '../../pages/nodes/service-nodes.ts'
import type { WorkerRuntime } from '../../pages/nodes/worker-runtime.ts'
import type { Probes } from './doctor/probes.ts'
import type { Manual } from './help/manual.ts'
import type { Terminal } from './terminal/terminal.ts'

export interface Command {
  name: string
  /** What follows the name, as the list of commands shows it. */
  synopsis: string
  /** What it does, in a line. */
  summary: string
  /** Whether it shows no progress: it has no end of its own, or prints what it does. */
  isQuiet?: boolean
  /** What help shows. */
  manual(): Promise<Manual>
  /** Resolves with the exit code. Throws ConfigError and ServiceError, and `signal.reason` when it was ended. */
  run(context: CommandContext): Promise<number>
}

export interface CommandContext
  extends CommandOutput,
    Pick<Terminal, 'paint' | 'foreign' | 'width' | 'progress' | 'drained'> {
  /** Words behind the command's name. */
  argv: readonly string[]
  /** Aborts when the program is to end. */
  signal: AbortSignal
  compose: Composition
}

/** Standard output and standard error. */
export interface CommandOutput {
  out(text: string): void
  err(text: string): void
}

/** What `gleaner store` does. */
export interface StoreCommands extends StoreMaintenance {
  /** Makes another server secret; keys are accepted under both. Throws value_error, ConfigError and storage_unavailable. */
  changeSecret(): Promise<void>
  /** Accepts keys under the present secret alone. Returns whether there was another one. Throws ConfigError. */
  endSecretOverlap(): Promise<boolean>
}

/** What is put together from the adapters. The caller closes it. */
interface Composition {
  runtime(config: Config, options: RuntimeOptions): OperationRuntime
  /** Does jobs of other processes. Throws ConfigError and browser_unavailable. */
  worker(config: Config): Promise<WorkerRuntime>
  access(config: Config): Promise<Access & { nodes: ServiceNodes | null }>
  store(config: Config): Promise<StoreCommands>
  /** Path of the browser that `render_js` would start, or null. */
  locateBrowser(config: Config): Promise<string | null>
  /** What `gleaner doctor` asks the adapters. */
  probes(config: Config): Probes
}
