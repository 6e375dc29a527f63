/** Resources that one process's requests share: turns in queues and bytes in flight. The service's own code counts them. */

import { ServiceError } from '../../../src/base/errors.ts'
import { createKeyedSemaphore, type KeyedSemaphore, Semaphore } from '../../../src/base/semaphore.ts'
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
    browser: new Semaphore(2, { reserve: 1, queue }),
    readers: new Semaphore(2, { reserve: 1, queue }),
    budget: createByteBudget(budgetBytes),
  }
}

/** Returns a sentence for each resource that is held although no request is running. `hosts` are the requested hosts. */
export async function findTaken(
  { hosts, browser, readers, budget }: Places,
  names: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  if (browser.active + browser.waiting > 0) problems.push(`${browser.active} browser permits are leaked`)
  if (readers.active + readers.waiting > 0) problems.push(`${readers.active} readers are leaked`)
  if (budget.bytes > 0) problems.push(`${budget.bytes} bytes in flight are leaked`)
  for (const name of names) {
    const aborted = new AbortController()
    // This takes all free permits, which are granted immediately, and doesn't wait for those in use.
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
