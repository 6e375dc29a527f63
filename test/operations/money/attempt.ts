/** A sequence of calls that tries to get a page's content for 0 credits, with the expected charge and content of each. */

import type { Reply } from '../../model/scripted-model.ts'

/** Every page in the attempts contains this word several times, but only in its content. */
export const secret = 'Kestrelstone'

export interface Step {
  path: string
  parameters: Readonly<Record<string, unknown>>
  /** Credits charged to the calling key. Null if any charge is fine as long as content and charge come together. */
  charged: number | null
  /** True if the response must contain the secret, false if it must not. */
  shows: boolean
  /** Error type that the response must name. */
  fails?: string
  /** The contract's rule that makes the content free. */
  because?: string
  /** Calls with a second key. */
  other?: boolean
  /** Idempotency-Key. Only REST has it. */
  name?: string
  /** Sends a GET request. Only REST supports it. */
  byGet?: boolean
  /** Calls `explain`, which only REST has. */
  explains?: boolean
  /** Request headers. Only REST accepts them. */
  headers?: Readonly<Record<string, string>>
  /** The language model's replies, one per call. */
  replies?: readonly Reply[]
  /** Sends this many identical requests concurrently. `charged` is the total. If `shows`, one response must have the secret. */
  times?: number
  /** Disconnects when the page has been requested, or when the model has been called. */
  leaves?: 'page' | 'model'
}

type More = Partial<Omit<Step, 'path' | 'parameters' | 'because' | 'shows'>>

/** Content for credits. */
export const paid = (path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 1, shows: true },
  ...more,
})

/** Content for 0 credits, which a rule of the contract allows. */
export const free = (because: string, path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 0, shows: true, because },
  ...more,
})

/** No content, and no charge unless `more` sets one. */
export const refused = (fails: string, path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 0, shows: false, fails },
  ...more,
})

/** A successful response without content, which is charged. */
export const bare = (path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 1, shows: false },
  ...more,
})

/** Charged content, or neither content nor a charge. The contract allows both. */
export const settled = (path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: null, shows: false },
  ...more,
})

export interface Attempt {
  title: string
  steps: readonly Step[]
  /** The keys' credits at the start. */
  credits?: number
}

export const attempt = (title: string, ...steps: Step[]): Attempt => ({ title, steps })

/** Only REST can make such a step. */
export const needsRest = ({ name, byGet, explains, headers }: Step) =>
  name !== undefined || byGet === true || explains === true || headers !== undefined
