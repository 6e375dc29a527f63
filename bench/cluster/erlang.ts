/** Exact results of queueing theory, for comparison with the simulation. */

/**
 * Erlang C: the probability that a job must wait if jobs arrive at random (Poisson), service times are exponentially distributed, and
 * `servers` serve in order of arrival. `load`, which must be less than `servers`, is arrivals per second × mean time in seconds.
 */
export function chanceToWait(servers: number, load: number): number {
  // This computes Erlang B using its recursion, which neither overflows nor loses precision.
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked)
  return blocked / (1 - (load / servers) * (1 - blocked))
}

/** Returns a job's mean wait under the assumptions of Erlang C, in the unit of `meanService`. */
export function meanWait(servers: number, load: number, meanService: number): number {
  return (chanceToWait(servers, load) * meanService) / (servers - load)
}

/** Pollaczek–Khinchine: the mean wait for one server with any distribution of service times. `squares` is the mean of their squares. */
export function meanWaitOfOne(arrivalsPerUnit: number, meanService: number, squares: number): number {
  return (arrivalsPerUnit * squares) / (2 * (1 - arrivalsPerUnit * meanService))
}
