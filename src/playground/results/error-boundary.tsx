/** Shows a message instead of content that can't be drawn. The page around it continues to work. */

import { Component, type ComponentChildren } from 'preact'

interface ErrorBoundaryProps {
  /** The value that is drawn. Another value is drawn again. */
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
