/** Packs learned trees into text. */

import { leafUnit, type TreeModel } from '../../src/format/main-content/tree-model.ts'

/** Returns the text that `unpackTrees` reads. */
export function packTrees({ base, column, threshold, left, right, leaf, roots }: TreeModel): string {
  const header = Buffer.alloc(16)
  header.writeFloatLE(base, 0)
  header.writeUInt32LE(column.length, 4)
  header.writeUInt32LE(leaf.length, 8)
  header.writeUInt32LE(roots.length, 12)
  const leaves = Int16Array.from(leaf, (value) => Math.max(-32768, Math.min(32767, Math.round(value / leafUnit))))
  const parts = [column, threshold, left, right, leaves, roots]
  return Buffer.concat([
    header,
    ...parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  ]).toString('base64')
}
