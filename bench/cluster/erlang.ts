/** What queueing theory knows exactly, to compare the simulation with. */

/**
 * Erlang C: the chance that a job has to wait, where jobs arrive at random (Poisson), take times that are distributed exponentially, and
 * are served by `servers` in the order of arrival. `load` is arrivals a second × mean time in seconds, and less than `servers`.
 */
export function chanceToWait(servers: number, load: number): number {
  // Erlang B by its recursion, which neither overflows nor loses digits.
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - (load / servers) * (1 - blocked))
}

/** Mean time that a job waits there, in the unit of `meanService`. */
export function meanWait(servers: number, load: number, meanService: number): number {
  return (chanceToWait(servers, load) * meanService) / (servers - load)
}

/** Pollaczek and Khinchine: the same for one server, and service times of any distribution. `squares`: the mean of their squares. */
export function meanWaitOfOne(arrivalsPerUnit: number, meanService: number, squares: number): number {
  return (arrivalsPerUnit * squares) / (2 * (1 - arrivalsPerUnit * meanService))
}
