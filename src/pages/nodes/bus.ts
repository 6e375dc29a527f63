/** The port by which the nodes of one service tell each other what concerns requests in flight. */

export interface NodeBus {
  /** Id of this node. */
  readonly node: string
  /**
   * Sends a message, which must survive JSON, to all other nodes, or to the one of this id. Resolves with how many it has reached:
   * none where there is no other, or Redis is away.
   */
  send(topic: string, message: object, to?: string): Promise<number>
  /** Calls the listener with the messages of other nodes. Returns what ends that. */
  listen(topic: string, listener: (message: unknown) => void): () => void
}

/** Of a node that is alone. */
export const noOtherNodes: NodeBus = {
  node: '',
  async send() {
    return 0
  },
  listen: () => () => {},
}
