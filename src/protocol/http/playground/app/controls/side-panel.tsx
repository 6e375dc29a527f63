/** A panel over the page: the rest waits until it is closed. */

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { panel } from '../session/panels.ts'

export function SidePanel({ title, children }: { title: string; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  const close = () => {
    panel.value = null
  }
  return (
    <dialog ref={dialog} class="panel" aria-labelledby="panel-title" onClose={close}>
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
