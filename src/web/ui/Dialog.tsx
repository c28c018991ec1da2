import { X } from 'lucide-react'
import {
  createContext,
  type DialogHTMLAttributes,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from './Button.tsx'
import { focusReturn } from './title-focus.ts'
import './Dialog.css'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** 'alertdialog' for a confirmation: announced immediately, with the focus on the first button (the safe one). */
  role?: 'dialog' | 'alertdialog'
  /** Stays over a dialog that opens later. */
  isOnTop?: boolean
  /** A form inside: every exit, the browser's Back too, asks before typed data is lost. */
  guard?: { isChanged: () => boolean; discard: () => void }
}

/** Closes the dialog around, as its other exits do. */
const Close = createContext<() => void>(() => undefined)

/**
 * A modal on the native <dialog>: it takes the focus and returns it, Escape and a click outside close it, the rest of the
 * page is inert. Mount it to open it.
 */
export function Dialog({ title, onClose, children, footer, role = 'dialog', isOnTop, guard }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isAsking, setAsking] = useState(false)
  const titleId = useId()
  const bodyId = useId()
  const close = (): void => (guard?.isChanged() ? setAsking(true) : onClose())
  useModal(dialog)
  useBack(dialog, guard === undefined ? null : close)
  return (
    <Close value={close}>
      <dialog
        ref={dialog}
        className="dialog"
        role={role}
        data-on-top={isOnTop ? '' : undefined}
        aria-labelledby={titleId}
        aria-describedby={role === 'alertdialog' ? bodyId : undefined}
        {...exitsOf(close)}
      >
        <div className="dialog__frame">
          <header className="dialog__head">
            <h2 id={titleId} className="dialog__title">
              {title}
            </h2>
            {role === 'dialog' && (
              <IconButton label="Cerrar" onClick={close}>
                <X size={20} aria-hidden="true" />
              </IconButton>
            )}
          </header>
          <div id={bodyId} className="dialog__body">
            {children}
          </div>
          {footer && <footer className="dialog__foot">{footer}</footer>}
        </div>
      </dialog>
      {isAsking && guard && (
        <DiscardDialog
          onKeep={() => setAsking(false)}
          onDiscard={() => {
            guard.discard()
            onClose()
          }}
        />
      )}
    </Close>
  )
}

const DiscardDialog = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <ConfirmDialog
    title="¿Descartar los cambios?"
    cancel="Seguir escribiendo"
    confirm="Descartar"
    tone="danger"
    onConfirm={onDiscard}
    onCancel={onKeep}
  >
    <p>Lo que escribiste todavía no se ha guardado.</p>
  </ConfirmDialog>
)

/** The button that leaves a dialog without its action. */
export function CancelButton() {
  const close = use(Close)
  return <Button onClick={close}>Cancelar</Button>
}

/** The exits that the browser gives a dialog. */
const exitsOf = (close: () => void): DialogHTMLAttributes<HTMLDialogElement> => ({
  onKeyDown: (event) => {
    // Before the browser: of two Escapes in a row it lets a page refuse only the first.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  },
  onCancel: (event) => {
    // A file field in the dialog sends its own event of this name.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    close()
  },
  onClose: ({ currentTarget }) => {
    // The browser may close it itself: a second Back on Android. It stays open until its owner removes it.
    if (!currentTarget.isConnected || currentTarget.open) return
    currentTarget.showModal()
    close()
  },
  // Only a click on the backdrop has the dialog itself as its target; the content is inside the frame.
  onMouseDown: (event) => {
    if (event.target !== event.currentTarget) return
    // The click would take the focus from the question that opens now.
    event.preventDefault()
    close()
  },
})

/** Opens the dialog and gives it the focus; returns the focus when the dialog is gone (focusReturn). */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    const returnFocus = focusReturn()
    element?.showModal()
    // The browser would focus the close button; a form starts at its first field.
    element?.querySelector<HTMLElement>('.dialog__body :is(input, select, textarea)')?.focus()
    for (const other of document.querySelectorAll<HTMLDialogElement>('dialog[open][data-on-top]')) {
      if (other === element) continue
      other.close()
      other.showModal()
    }
    return () => {
      element?.close()
      returnFocus()
    }
  }, [dialog])
}

/** While a form is open, the browser's Back closes it instead of leaving the page. Not in a browser without the Navigation API. */
function useBack(dialog: RefObject<HTMLDialogElement | null>, close: (() => void) | null): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  const isGuarded = close !== null
  useEffect(() => {
    if (!isGuarded || !('navigation' in window)) return undefined
    const stay = (event: NavigateEvent): void => {
      const isLast = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog.current
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      if (isLast) latest.current?.()
    }
    window.navigation.addEventListener('navigate', stay)
    return () => window.navigation.removeEventListener('navigate', stay)
  }, [dialog, isGuarded])
}

type ConfirmProps = {
  title: string
  children: ReactNode
  confirm: string
  cancel?: string
  tone?: 'primary' | 'danger'
  busy?: string | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** A confirmation before an action that cannot be undone. The safe button is first and has the focus. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel = 'Cancelar',
  tone = 'primary',
  busy,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel} autoFocus>
            {cancel}
          </Button>
          {/* The second click of a double click would send the change again before the dialog is busy. */}
          <Button variant={tone} busy={busy} onClick={({ detail }) => detail < 2 && onConfirm()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
