import { lazy, Suspense } from 'react'

/** The duration of a message in milliseconds and the maximum at the same time; a screen can replace them (FMT-01). */
export type ToastTiming = { autoClose: number; limit: number }
export const TOAST_DEFAULT: ToastTiming = { autoClose: 5000, limit: 5 }

// The messages come in a file of their own: the first screen is drawn without it.
const loadBox = () => import('./ToastBox.tsx')
const ToastBox = lazy(() => loadBox().then((file) => ({ default: file.ToastBox })))

/** The container of short messages. One for the app. */
export function Toasts(timing: ToastTiming) {
  return (
    <Suspense fallback={null}>
      <ToastBox {...timing} />
    </Suspense>
  )
}

/** The message of a change that was made, with a button that makes the opposite change: a second call, never a delayed first one. */
export const toastUndo = (message: string, onUndo: () => void): void =>
  void loadBox().then(({ showUndo }) => showUndo(message, onUndo))

export const toastSuccess = (message: string): void =>
  void loadBox().then(({ showToast }) => showToast('success', message))
export const toastInfo = (message: string): void => void loadBox().then(({ showToast }) => showToast('info', message))
export const toastWarning = (message: string): void =>
  void loadBox().then(({ showToast }) => showToast('warning', message))
export const toastError = (message: string): void => void loadBox().then(({ showToast }) => showToast('error', message))
