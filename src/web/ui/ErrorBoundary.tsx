import { Component, type ReactNode, useEffect } from 'react'
import { ScreenHeading } from './ScreenHeading.tsx'
import { ErrorState } from './States.tsx'

type Props = {
  children: ReactNode
  /** A new value (the path) renders the children again. */
  resetKey?: string
  /** Called when the code of the children did not load, and again whenever the connection returns while it is missing. */
  onMissingCode?: () => Promise<void>
  /** The children are a screen: the heading and the title in the browser tab are those of the failure. */
  isScreen?: boolean
}
type State = { error: Error | null; resetKey: string | undefined }

/** The code of a screen did not load. The browser keeps the failure, so only a reload asks for the code again. */
const isMissingCode = ({ message }: Error): boolean =>
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(message)

/**
 * Shows an error in place of a part of the screen that failed to render. A class because React supports this only in classes;
 * the only one in the browser's code.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    const { isScreen = false, onMissingCode } = this.props
    if (isMissingCode(this.state.error)) return <MissingCode isScreen={isScreen} onMissingCode={onMissingCode} />
    return (
      <Failed
        isScreen={isScreen}
        title="Esta parte no se pudo mostrar."
        message="Lo que escribiste en otras partes no se perdió."
        code={this.state.error.name}
        onRetry={() => this.setState({ error: null })}
      />
    )
  }
}

type FailedProps = { isScreen: boolean; title: string; message: string; code?: string; onRetry: () => void }

/** Of a screen: with the heading that has the focus, so that a screen reader announces it. */
const Failed = ({ isScreen, title, message, ...rest }: FailedProps) =>
  isScreen ? (
    <div className="page">
      <ScreenHeading title={title.replace(/\.$/, '')} className="page__title" />
      <ErrorState title={message} {...rest} />
    </div>
  ) : (
    <ErrorState title={title} message={message} {...rest} />
  )

function MissingCode({ isScreen, onMissingCode }: { isScreen: boolean; onMissingCode: Props['onMissingCode'] }) {
  useEffect(() => {
    if (!onMissingCode) return undefined
    const recover = (): void => void onMissingCode()
    recover()
    window.addEventListener('online', recover)
    return () => window.removeEventListener('online', recover)
  }, [onMissingCode])
  return (
    <Failed
      isScreen={isScreen}
      title="No pudimos abrir esta pantalla."
      message="Revisa tu internet e intenta de nuevo."
      onRetry={() => window.location.reload()}
    />
  )
}
