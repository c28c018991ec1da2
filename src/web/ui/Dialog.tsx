import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, IconButton } from './Button.tsx'
import './Dialog.css'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** 'alertdialog' for a confirmation: announced immediately, with the focus on the first button (the safe one). */
  role?: 'dialog' | 'alertdialog'
}

/**
 * A modal on the native <dialog>: it takes the focus and returns it, Escape and a click outside close it, the rest of the
 * page is inert. Mount it to open it.
 */
export function Dialog({ title, onClose, children, footer, role = 'dialog' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useEffect(() => {
    const element = dialog.current
    const previousFocus = document.activeElement
    element?.showModal()
    // The browser would focus the close button; a form starts at its first field.
    element?.querySelector<HTMLElement>('.dialog__body :is(input, select, textarea)')?.focus()
    return () => {
      element?.close()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role={role}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? bodyId : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        // Only a click on the backdrop has the dialog itself as its target; the content is inside the frame.
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog__frame">
        <header className="dialog__head">
          <h2 id={titleId} className="dialog__title">
            {title}
          </h2>
          {role === 'dialog' && (
            <IconButton label="Cerrar" onClick={onClose}>
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
  )
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
