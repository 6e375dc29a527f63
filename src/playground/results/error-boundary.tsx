/** What can't be drawn is said in its place; the page around it goes on. */

import { Component, type ComponentChildren } from 'preact'

interface ErrorBoundaryProps {
  /** What is drawn: another one is tried anew. */
  of: unknown
  children: ComponentChildren
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: unknown }> {
  override state = { failed: undefined }

  override componentDidCatch(): void {
    this.setState({ failed: this.props.of })
  }

  override render({ of, children }: ErrorBoundaryProps, { failed }: { failed: unknown }) {
    if (failed !== of) return children
    return (
      <div class="notice error" role="alert">
        <h2>This part of the result can’t be drawn</h2>
        <p>Its form is new to this page. Whatever else there is can be used as before.</p>
      </div>
    )
  }
}
