/** 200 ways to hide text and not to hide it, written from the CSS specifications without reading the rules. */

import { readFileSync } from 'node:fs'
import type { Way } from './way.ts'

interface HeldOutWay {
  name: string
  css?: string
  /** With `{text}` for the sentence. */
  body?: string
}

const { hidden, visible }: { hidden: HeldOutWay[]; visible: HeldOutWay[] } = JSON.parse(
  readFileSync(new URL('held-out-ways.json', import.meta.url), 'utf8'),
)

const wayOf = ({ name, css = '', body = '<p class="h">{text}</p>' }: HeldOutWay): Way => ({
  name,
  head: `<style>${css}</style>`,
  body: (text) => body.replaceAll('{text}', text),
})

export const heldOutHidden: readonly Way[] = hidden.map(wayOf)
export const heldOutVisible: readonly Way[] = visible.map(wayOf)
