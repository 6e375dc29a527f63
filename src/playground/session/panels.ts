/** The panels beside the page: one is open at most. */

import { signal } from '@preact/signals'

type Panel = 'key' | 'history' | null

export const panel = signal<Panel>(null)

export function openPanel(name: Panel): void {
  panel.value = name
}
