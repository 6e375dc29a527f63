/** The interface of an attack in `npm run bench -- torture`, which has a name and a time limit, and reports broken promises. */

export interface Attack {
  /** The name that `--only` takes. */
  name: string
  /** A short description of the attempts. */
  title: string
  /** Loads and runs the attack. */
  run(options: AttackOptions): Promise<AttackResult>
}

export interface AttackOptions {
  /** Seed of the attacks. The same seed gives the same attacks. */
  seed: number
  /** Maximum time, in minutes. */
  minutes: number
  /** Called with progress messages for a person who is waiting for the run. */
  progress(message: string): void
}

export interface AttackResult {
  /** Number of attempts. */
  tried: number
  /** One message per broken promise. */
  broken: string[]
  /** Other useful facts, such as counts, times and sizes. */
  note: string
}
