/** Light or dark: as the system has it, or as it was chosen here. */

import { signal } from '@preact/signals'
import { readStored, writeStored } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const name = 'gleaner-theme'

export const theme = signal<Theme>('system')

export function restoreTheme(): void {
  const stored = readStored(localStorage, name)
  setTheme(themes.find((one) => one === stored) ?? 'system')
}

export function setTheme(chosen: Theme): void {
  theme.value = chosen
  writeStored(localStorage, name, chosen === 'system' ? null : chosen)
  const { documentElement } = document
  if (chosen === 'system') documentElement.removeAttribute('data-theme')
  else documentElement.dataset.theme = chosen
}
