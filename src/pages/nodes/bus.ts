/** The port through which the nodes of one service exchange messages about requests in flight. */

export interface NodeBus {
  /** Id of this node. */
  readonly node: string
  /**
   * Sends a message, which must survive JSON, to all other nodes, or only to the node with id `to`. Resolves with the number of nodes
   * that received it: 0 if there are no others or Redis is unreachable.
   */
  send(topic: string, message: object, to?: string): Promise<number>
  /** Calls the listener with messages from other nodes. Returns a function that stops listening. */
  listen(topic: string, listener: (message: unknown) => void): () => void
}

/** The bus of a node that runs alone. */
export const noOtherNodes: NodeBus = {
  node: '',
  async send() {
    return 0
  },
  listen: () => () => {},
}
