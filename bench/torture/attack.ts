/** The interface of an attack in `npm run bench -- torture`: a name, and a time-limited run that reports what it tried and what broke. */

export interface Attack {
  /** The name that `--only` takes. */
  name: string
  /** A short description of the attempts. */
  title: string
  /** Loads and runs the attack. */
  run(options: AttackOptions): Promise<AttackResult>
}

export interface AttackOptions {
  /** The same seed draws the same attacks. */
  seed: number
  /** Maximum time, in minutes. */
  minutes: number
  /** Receives progress messages, for a person waiting for the run. */
  progress(message: string): void
}

export interface AttackResult {
  /** Number of attempts. */
  tried: number
  /** One message per broken promise. */
  broken: string[]
  /** Other useful facts: counts, times, sizes. */
  note: string
}
