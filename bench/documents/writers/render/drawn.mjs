/** Parts of documents whose libraries don't know headings and lists. */

import { textOfItem } from './tools.mjs'

export const fontFile = (family, style) =>
  `/usr/share/fonts/truetype/liberation/Liberation${family === 'sans' ? 'Sans' : 'Serif'}-${style}.ttf`
export const monoFile = '/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf'
export const sizeOf = (level, size) => size * ([2, 1.5, 1.2, 1][level - 1] ?? 1)

export const flatItems = ({ ordered, items }, depth = 0) =>
  items.flatMap((item, at) => [
    { text: textOfItem(item), depth, label: ordered ? `${at + 1}.` : depth === 0 ? '•' : '–' },
    ...(item.items ? flatItems(item, depth + 1) : []),
  ])
