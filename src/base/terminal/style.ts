/** Text styles on a terminal. */

import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Returns the text in a style, or unchanged if styles are not shown. */
export type PaintText = (style: Style, text: string) => string

/** Applies styles if the stream is a terminal that shows colors. `NO_COLOR` and `FORCE_COLOR` take precedence, as always in Node. */
export function createPaint(stream: NodeJS.WritableStream): PaintText {
  return (style, text) => (text === '' ? '' : styleText(style, text, { stream }))
}

export const plain: PaintText = (_, text) => text
