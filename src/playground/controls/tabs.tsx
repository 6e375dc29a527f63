/** Tabs. The arrow keys, Home and End switch between them. @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */

import type { ComponentChildren } from 'preact'

interface TabsProps {
  label: string
  tabs: readonly { id: string; label: string }[]
  chosen: string
  onChoose(id: string): void
  children: ComponentChildren
}

export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const at = tabs.findIndex(({ id }) => id === chosen)
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at + tabs.length - 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabs[targets[event.key] ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <>
      <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: text }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen}
            aria-controls="tab-panel"
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen}`}>
        {children}
      </div>
    </>
  )
}
