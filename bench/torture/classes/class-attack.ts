/** An attack of one class, drawn at random: what the sites and the model's service answer, what is requested, and what must hold. */

import type { ServerResponse } from 'node:http'
import type { Random } from '../random.ts'

/** Appears only in content that the result must not contain. */
export const secret = 'Kestrelstone'
/** Appears only in content that the result must contain. */
export const shown = 'Harbourlight'
/** Header with which the requests are made. */
export const ownHeader = 'x-own-secret'

/** `near` is the site that is requested, and `far` another origin of the same site. */
export type SiteName = 'near' | 'far'

export interface Seen {
  site: SiteName
  path: string
  hasOwn: boolean
}

export interface ClassAnswer {
  status: number
  /** `page`, the error type, or `no answer`. */
  outcome: string
  /** The response's JSON. */
  body: Record<string, unknown>
  text: string
  /** Requests that the sites have received. */
  seen: readonly Seen[]
  /** Bytes that the sites and the model's service have sent. */
  sentBytes: number
  /** CPU time of the service's process. */
  cpuMs: number
  /** Increase of the service's resident memory during the request. */
  addedMb: number
}

export interface SiteReply {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Writes the response. */
  write?: (response: ServerResponse) => void
}

type Urls = Readonly<Record<SiteName, string>>

export interface ClassAttack {
  name: string
  /** The sites' pages by path. Other paths are 404. */
  sites: (urls: Urls) => Partial<Record<SiteName, Record<string, SiteReply>>>
  parameters?: Record<string, unknown>
  /** Answers a request to the model's service. */
  model?: (response: ServerResponse) => void
  /** A smaller attack of the same form, requested first. `findFault` gets both answers. */
  smaller?: ClassAttack
  /** Returns the promise that was broken, or null. */
  findFault(answer: ClassAnswer, smaller?: ClassAnswer): string | null
}

export type DrawAttack = (random: Random) => ClassAttack

export const repeat = (count: number, write: (n: number) => string) =>
  Array.from({ length: Math.floor(count) }, (_, n) => write(n)).join('')

/** Writes until the connection closes, or until `maxBytes` have been sent. */
export function flood(response: ServerResponse, piece: string, maxBytes: number): void {
  let left = maxBytes
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}
