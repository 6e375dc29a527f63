/** Carries the sessions of pages inside the messages of the browser's own session, for a line that passes that one session on alone. */

/** Sends a command of the browser's session. Rejects with the browser's message when it fails. */
export type SendToBrowser = (method: string, params: object) => Promise<unknown>

export interface NestedSessions {
  /** Takes a message to the browser or to one of its sessions, as a flat connection writes it. */
  send(message: string): void
  /** Takes an event of the browser's own session. */
  receive(method: string, params: object): void
}

interface Command {
  id: number
  method: string
  params: object
  sessionId?: string
}

const innerMessage = 'Target.receivedMessageFromTarget'
/** How Chromium begins an event that carries a message of a session further in. */
const innerStart = `{"method":"${innerMessage}"`
const attachedStart = '{"method":"Target.attachedToTarget"'

/**
 * `toReader` is called with messages as a flat connection has them: with their session's id at their end. Only commands that attach to
 * targets are changed: what they attach to is reached by `Target.sendMessageToTarget` of the session that has attached.
 */
export function createNestedSessions(
  sendToBrowser: SendToBrowser,
  toReader: (message: string) => void,
): NestedSessions {
  /** The session that has attached to a session; the browser's own is the empty text. */
  const parents = new Map<string, string>()
  /** Ids of the messages that only carry others, which nobody waits for: negative ones are not allowed. */
  let lastCarrier = 2 ** 30

  function sendTo(sessionId: string, message: string): void {
    const parent = parents.get(sessionId)
    if (parent === undefined) return
    const params = { sessionId, message }
    if (parent === '') return void sendToBrowser('Target.sendMessageToTarget', params).catch(() => {})
    sendTo(parent, JSON.stringify({ id: ++lastCarrier, method: 'Target.sendMessageToTarget', params }))
  }

  async function sendOwn({ id, method, params }: Command): Promise<void> {
    try {
      const result = await sendToBrowser(method, params)
      if (method === 'Target.attachToTarget') parents.set((result as { sessionId: string }).sessionId, '')
      toReader(JSON.stringify({ id, result }))
    } catch (error) {
      toReader(JSON.stringify({ id, error: { message: error instanceof Error ? error.message : String(error) } }))
    }
  }

  function receiveFrom(sessionId: string, message: string): void {
    if (message.startsWith(innerStart)) {
      const { params } = JSON.parse(message)
      receiveFrom(params.sessionId, params.message)
      return
    }
    if (message.startsWith(attachedStart)) parents.set(JSON.parse(message).params.sessionId, sessionId)
    const [, id] = /^\{"id":(\d+)[,}]/.exec(message.slice(0, 40)) ?? []
    if (Number(id) > 2 ** 30) return
    toReader(`${message.slice(0, -1)},"sessionId":${JSON.stringify(sessionId)}}`)
  }

  return {
    send(message) {
      const { sessionId, ...command } = JSON.parse(message) as Command
      if ('flatten' in command.params) command.params = { ...command.params, flatten: false }
      if (sessionId === undefined) void sendOwn(command)
      else sendTo(sessionId, JSON.stringify(command))
    },
    receive(method, params) {
      const { sessionId, message } = params as { sessionId: string; message: string }
      if (method === innerMessage) {
        receiveFrom(sessionId, message)
        return
      }
      if (method === 'Target.detachedFromTarget') parents.delete(sessionId)
      toReader(JSON.stringify({ method, params }))
    },
  }
}
