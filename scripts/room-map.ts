/** Generates the maps of `src/` in CONTRIBUTING.md and docs/development.md from scripts/rooms.ts. */

import { type Levels, levels, type Room } from './rooms.ts'

const width = 30

/** Returns the map from the top down, with the level and purpose of each room, and `withFolders` also with the folders inside. */
export function roomMap(withFolders = false): string {
  const lines = levels
    .flatMap((rooms, at) =>
      rooms.flatMap((room) => linesOf(withFolders ? room : { ...room, inside: [] }, `${at + 1}`.padStart(2), 0)),
    )
    .toReversed()
  return `\`\`\`text\nsrc/\n${lines.join('\n')}\n\`\`\``
}

/** Returns lines in reverse order, because the whole map is reversed afterwards. */
function linesOf(room: Room, level: string, depth: number): string[] {
  if (room.name === '.') return []
  const isFile = room.name.includes('.')
  const name = `${level} ${'  '.repeat(depth)}${room.name}${isFile ? '' : '/'}`
  const entry = room.entry === undefined ? '' : `; only ${room.entry} is imported from outside`
  const line = `${name.padEnd(width)} ${room.purpose ?? ''}${entry}`.trimEnd()
  return [...insideOf(room.inside ?? [], depth + 1), line]
}

const insideOf = (inside: Levels, depth: number) =>
  inside.flatMap((rooms) => rooms.flatMap((room) => linesOf(room, '  ', depth)))
