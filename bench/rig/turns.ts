/** Runs the compared programs in turn. Each round starts with a different one. */

export interface Turn {
  pagesPerSecond: number
  /** CPU milliseconds per page. NaN if not measured. */
  cpuMs: number
}

export interface Arm {
  /** Works through its pages once. */
  run(): Promise<Turn>
}

/** Returns the turns of each arm, by name. The first round is a warm-up and doesn't count. */
export async function inTurns<Name extends string>(
  arms: Record<Name, Arm>,
  rounds: number,
  progress: (message: string) => void,
): Promise<Record<Name, Turn[]>> {
  const names = Object.keys(arms) as Name[]
  const turns = Object.fromEntries(names.map((name) => [name, [] as Turn[]])) as Record<Name, Turn[]>
  for (let round = 0; round <= rounds; round++) {
    const from = round % names.length
    for (const name of [...names.slice(from), ...names.slice(0, from)]) {
      const turn = await arms[name].run()
      if (round > 0) turns[name].push(turn)
    }
    progress(round === 0 ? 'warmed' : `round ${round} of ${rounds}`)
  }
  return turns
}
