/** Reads the type, the request ID and the charge from the text of a failed tool call. */

interface StatedError {
  type: string
  requestId: string
  charged: number
}

/** Throws an Error if the text isn't one line that begins with a type and ends with the request ID. */
export function readErrorText(text: string): StatedError {
  const [, type, requestId] = /^([a-z_]+): .*\(request ([\w-]+)\)$/.exec(text) ?? []
  if (type === undefined || requestId === undefined) throw new Error(`not the text of an error: ${text.slice(0, 200)}`)
  return { type, requestId, charged: Number(/ (\d+) credits were charged\. /.exec(text)?.[1] ?? 0) }
}
