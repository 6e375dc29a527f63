/** What a process that waits for answers is told of its jobs: `KIND ID` and what belongs to the kind. */

/** `begun ID`, `answered ID BYTES` with the answer behind it where it is small, `unreadable ID`, `displaced ID`, `crowded ID`. */
type JobNews = 'begun' | 'answered' | 'unreadable' | 'displaced' | 'crowded'

/** Of news, without an answer. */
const maxHeadChars = 256

/** `bytes` is the size of the answer. `answer` is empty unless the message contains it. */
export function readJobNews(message: Buffer): { kind: JobNews; id: string; bytes: number; answer: Uint8Array } {
  const head = message.toString('latin1', 0, maxHeadChars)
  const [kind, id = '', bytes = ''] = head.split(' ', 3) as [JobNews, string?, string?]
  return { kind, id, bytes: Number(bytes), answer: message.subarray(`${kind} ${id} ${bytes} `.length) }
}
