/** What a process that waits for answers is told of its jobs: `KIND ID` and what belongs to the kind. */

/** `begun ID LOSSES`, `answered ID BYTES` with the answer behind it where it is small, `unreadable ID`, `displaced ID`, `crowded ID`. */
export type JobNews = 'begun' | 'answered' | 'unreadable' | 'displaced' | 'crowded'

/** Of news, without an answer. */
const longestHead = 256

/** `figure` is that of the kind: workers that were lost, or bytes. `answer` is empty where it is not told. */
export function readJobNews(message: Buffer): { kind: JobNews; id: string; figure: number; answer: Uint8Array } {
  const head = message.toString('latin1', 0, longestHead)
  const [kind, id = '', figure = ''] = head.split(' ', 3) as [JobNews, string?, string?]
  return { kind, id, figure: Number(figure), answer: message.subarray(`${kind} ${id} ${figure} `.length) }
}
