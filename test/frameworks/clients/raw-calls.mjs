// Calls for clients without a model: the results are returned as they arrive.

/** True for what the server adds to the content. Revision 2026-07-28 itself has a _meta field. */
const isExtraField = ([field, value]) =>
  field === 'structuredContent' ||
  (field === '_meta' && Object.keys(value).some((key) => !key.startsWith('io.modelcontextprotocol/')))

/** Returns a `run` that makes the calls in order. A field other than the content, such as structuredContent, counts as a block. */
export const callInTurn =
  (callTool) =>
  async ({ calls, signal }) => {
    const results = []
    for (const [name, args] of calls) {
      const { content, isError, ...rest } = await callTool({ name, arguments: args }, { signal })
      const others = content.filter(({ type }) => type !== 'text').map(({ type }) => type)
      const fields = Object.entries(rest)
        .filter(isExtraField)
        .map(([field]) => field)
      const texts = content.filter(({ type }) => type === 'text').map(({ text }) => text)
      results.push({ texts, otherBlocks: [...others, ...fields] })
    }
    return results
  }
