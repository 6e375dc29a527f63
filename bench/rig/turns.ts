/** Runs what is compared in turn, each round beginning with another one. */

export interface Turn {
  pagesPerSecond: number
  /** Milliseconds of the processor for a page; NaN where it is not counted. */
  cpuMs: number
}

export interface Arm {
  /** Works through its pages once. */
  run(): Promise<Turn>
}

/** The turns of each arm by its name. The first round warms and is not counted. */
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
