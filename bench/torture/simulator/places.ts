/** What the requests of one process share: turns in queues and bytes in flight, counted by the code that counts them in the service. */

import { ServiceError } from '../../../src/base/errors.ts'
import {
  createKeyedSemaphore,
  createSemaphore,
  type KeyedSemaphore,
  type Semaphore,
} from '../../../src/base/semaphore.ts'
import { type ByteBudget, createByteBudget } from '../../../src/base/share.ts'

export interface Places {
  hosts: KeyedSemaphore
  browser: Semaphore
  readers: Semaphore
  budget: ByteBudget
}

const perHost = 3

export function createPlaces(budgetBytes: number): Places {
  const queue = { maxWaiting: 4, refusal: () => new ServiceError('overloaded', 'Too many wait', { retryAfterS: 1 }) }
  return {
    hosts: createKeyedSemaphore(perHost, { perKey: 2, queue }),
    browser: createSemaphore(2, { reserve: 1, queue }),
    readers: createSemaphore(2, { reserve: 1, queue }),
    budget: createByteBudget(budgetBytes),
  }
}

/** What is taken although no request is under way, one sentence each. `hosts` are those that were asked. */
export async function findTaken(
  { hosts, browser, readers, budget }: Places,
  names: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  if (browser.active + browser.waiting > 0)
    problems.push(`${browser.active} places of the browser are taken by nothing`)
  if (readers.active + readers.waiting > 0) problems.push(`${readers.active} readers are taken by nothing`)
  if (budget.bytes > 0) problems.push(`${budget.bytes} bytes in flight belong to nothing`)
  for (const name of names) {
    const aborted = new AbortController()
    // A place that is free is granted at once; for another one nobody waits.
    const taken = Array.from({ length: perHost }, () => hosts.acquire(name, aborted.signal))
    const all = Promise.all(taken).then(
      (releases) => releases.map((release) => release()).length,
      () => 0,
    )
    setImmediate(() => aborted.abort())
    if ((await all) < perHost) problems.push(`places of ${name} are taken by nothing`)
  }
  return problems
}
