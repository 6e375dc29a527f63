/** What an attack is to `npm run bench -- torture`: a name, and a run that is bounded in time and says what it tried and what broke. */

export interface Attack {
  /** As `--only` names it. */
  name: string
  /** What is tried, in a few words. */
  title: string
  /** Loaded when it runs. */
  run(options: AttackOptions): Promise<AttackResult>
}

export interface AttackOptions {
  /** The same seed draws the same attacks. */
  seed: number
  /** Longest time, in minutes. */
  minutes: number
  /** Receives what is under way, for a person who waits. */
  progress(message: string): void
}

export interface AttackResult {
  /** Number of attempts. */
  tried: number
  /** One text for each promise that was broken. */
  broken: string[]
  /** What else is worth knowing: counts, times, sizes. */
  note: string
}
