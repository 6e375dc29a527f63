/** The port for small facts that outlive a request and that every node must know, for example that a session has ended. */

export type Facts = Readonly<Record<string, string>>

/** Every call specifies the owner: the id of a key, or null if the service has no keys. */
export interface FactStore {
  /** Returns the facts about the subject, or no facts if they were dropped. */
  read(owner: string | null, subject: string): Promise<Facts>
  /** Adds facts about the subject, replacing those with the same names. */
  write(owner: string | null, subject: string, facts: Facts): Promise<void>
}

/** Keeps facts in this process's memory, for the `maxSubjects` most recently written subjects. */
export function createMemoryFacts(maxSubjects = 10_000): FactStore {
  const known = new Map<string, Facts>()
  return {
    read: async (owner, subject) => known.get(nameOf(owner, subject)) ?? {},
    async write(owner, subject, facts) {
      const name = nameOf(owner, subject)
      const all = { ...known.get(name), ...facts }
      known.delete(name)
      known.set(name, all)
      const [oldest] = known.keys()
      if (known.size > maxSubjects && oldest !== undefined) known.delete(oldest)
    },
  }
}

function nameOf(owner: string | null, subject: string): string {
  return JSON.stringify([owner, subject])
}
