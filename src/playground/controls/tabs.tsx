/** Tabs: one is shown, the arrow keys go to the others. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */

import type { ComponentChildren } from 'preact'

interface TabEntry {
  id: string
  label: string
}

interface TabsProps {
  /** Names the list for screen readers, and makes ids unique. */
  label: string
  name: string
  tabs: readonly TabEntry[]
  chosen: string
  onChoose(id: string): void
  children: ComponentChildren
}

export function Tabs({ label, name, tabs, chosen, onChoose, children }: TabsProps) {
  const at = tabs.findIndex(({ id }) => id === chosen)
  const go = (event: KeyboardEvent) => {
    const next = nextTab(event.key, at, tabs.length)
    const id = next === null ? undefined : tabs[next]?.id
    if (id === undefined) return
    event.preventDefault()
    onChoose(id)
    document.getElementById(`${name}-tab-${id}`)?.focus()
  }
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={go}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${name}-tab-${id}`}
            aria-selected={id === chosen}
            aria-controls={`${name}-panel`}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${chosen}`}>
        {children}
      </div>
    </div>
  )
}

function nextTab(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
