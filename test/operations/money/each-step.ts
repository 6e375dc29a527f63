/** Makes a request fail at each step that counts bytes, and looks for content that then becomes free. */

import { ServiceError } from '../../../src/base/errors.ts'
import type { Share } from '../../../src/base/share.ts'
import type { MoneyWorld } from './ask.ts'
import { openPurse } from './ask.ts'
import { secret } from './attempt.ts'

/** How the request fails: the byte budget is used up, or the client disconnects. */
type Failure = 'overloaded' | 'leaves'

interface Asked {
  /** Null if the request failed. */
  text: string | null
  steps: number
}

/** A share that fails at its `failsAt`-th step and counts the steps. */
function failingShare(keyId: string, failsAt: number, fail: () => void): Share & { steps: number } {
  const share = {
    keyId,
    steps: 0,
    take() {
      if (++share.steps === failsAt) fail()
    },
    add() {
      if (++share.steps === failsAt) fail()
    },
    give() {},
  }
  return share
}

/**
 * Resolves with the steps at which a failure made the page free: the request cost nothing, and `next` then got the content for 0
 * credits.
 */
export async function findFreeSteps(
  { gleaner, origin, model }: MoneyWorld,
  failure: Failure,
  first: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): Promise<{ free: number[]; steps: number }> {
  const { invoke, operations } = gleaner.runtime
  const free: number[] = []
  for (let failsAt = 1; ; failsAt++) {
    const purse = await openPurse({ gleaner, origin, model }, 100)
    const url = `${origin.url}/page?${failure}=${failsAt}`
    const ask = async (raw: object, at: number, name?: string): Promise<Asked> => {
      const leaving = new AbortController()
      const share = failingShare(purse.id, at, () => {
        if (failure === 'leaves') leaving.abort(new Error('the client has left'))
        else throw new ServiceError('overloaded', 'no room')
      })
      const caller = { keyId: purse.id, transport: 'rest' } as const
      const context = { caller, share, requestId: `step-${at}`, signal: leaving.signal, idempotencyKey: name }
      const text = await invoke(operations.scrape, { raw: { url, ...raw } }, context).then(JSON.stringify, () => null)
      return { text, steps: share.steps }
    }
    const before = await purse.balance()
    const { text, steps } = await ask(first, failsAt, 'a')
    if (steps < failsAt) return { free, steps }
    const after = await ask(next, 0)
    const isFree = (await purse.balance()) === before
    if (isFree && `${text} ${after.text}`.includes(secret)) free.push(failsAt)
  }
}
