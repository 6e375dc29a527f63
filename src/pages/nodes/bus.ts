/** The port through which the nodes of one service exchange messages about requests in flight. */

export interface NodeBus {
  /** Sends a message to all other nodes, as JSON. The message is lost if Redis is unreachable. */
  send(topic: string, message: object): Promise<void>
  /** Calls the listener with messages from other nodes. Returns a function that stops listening. */
  listen(topic: string, listener: (message: unknown) => void): () => void
}

/** The bus of a node that runs alone. */
export const noOtherNodes: NodeBus = {
  async send() {},
  listen: () => () => {},
}
