/** Shows a message instead of content that fails to render. The rest of the page keeps working. */

import { Component, type ComponentChildren } from 'preact'

interface ErrorBoundaryProps {
  /** The value being rendered. A new value triggers another attempt. */
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
      <p class="notice error" role="alert">
        This part of the result can’t be shown.
      </p>
    )
  }
}
