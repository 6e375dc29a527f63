/** A sequence of calls that tries to get a page's content for 0 credits, and what each call must cost and show. */

import type { Reply } from '../../model/scripted-model.ts'

/** Every page of the attempts contains this word several times, and only in its content. */
export const secret = 'Kestrelstone'

export interface Step {
  path: string
  parameters: Readonly<Record<string, unknown>>
  /** Credits taken from the key that asks. Null if content and a charge must only come together. */
  charged: number | null
  /** True if the response must contain the secret, false if it must not. */
  shows: boolean
  /** Error type that the response must name. */
  fails?: string
  /** The rule of the contract by which content is free. */
  because?: string
  /** Asks with a second key. */
  other?: boolean
  /** Idempotency-Key. Only REST has it. */
  name?: string
  /** Asks by GET. Only REST does. */
  byGet?: boolean
  /** Asks `explain`. Only REST has it. */
  explains?: boolean
  /** Request headers. Only REST takes them. */
  headers?: Readonly<Record<string, string>>
  /** Replies of the language model, call by call. */
  replies?: readonly Reply[]
  /** Sends the same request this often, at once. `charged` is the total, and one response must show the secret if `shows`. */
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

/** Content for 0 credits, by a rule of the contract. */
export const free = (because: string, path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 0, shows: true, because },
  ...more,
})

/** No content, and no charge unless `more` says so. */
export const refused = (fails: string, path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 0, shows: false, fails },
  ...more,
})

/** A success without content, for credits. */
export const bare = (path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: 1, shows: false },
  ...more,
})

/** Content for credits, or neither: the contract leaves open which. */
export const settled = (path: string, parameters: Step['parameters'] = {}, more: More = {}): Step => ({
  ...{ path, parameters, charged: null, shows: false },
  ...more,
})

export interface Attempt {
  title: string
  steps: readonly Step[]
  /** Credits of the keys at the start. */
  credits?: number
}

export const attempt = (title: string, ...steps: Step[]): Attempt => ({ title, steps })

/** Only REST can make such a step. */
export const needsRest = ({ name, byGet, explains, headers }: Step) =>
  name !== undefined || byGet === true || explains === true || headers !== undefined
