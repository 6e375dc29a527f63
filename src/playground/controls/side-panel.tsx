/** A panel over the page: the rest waits until it is closed. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { panel } from '../session/panels.ts'

interface SidePanelProps {
  title: string
  /** ID of the element that screen readers read out when the panel opens. */
  describedBy?: string
  onClose?: () => void
  children: ComponentChildren
}

export function SidePanel({ title, describedBy, onClose = closePanel, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} class="panel" aria-labelledby="panel-title" aria-describedby={describedBy} onClose={onClose}>
      <header>
        <h2 id="panel-title">{title}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  )
}

function closePanel(): void {
  panel.value = null
}
