import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import type { ToastTiming } from './Toasts.tsx'
import 'react-toastify/ReactToastify.css'
import './Toasts.css'

/** The container of short messages: top right, closed by a drag of 80 %, focused with Alt+T. */
export function ToastBox({ autoClose, limit }: ToastTiming) {
  return (
    <ToastContainer
      position="top-right"
      autoClose={autoClose}
      limit={limit}
      draggable
      draggablePercent={80}
      hotKeys={(event) => event.altKey && event.code === 'KeyT'}
      aria-label="Mensajes, Alt+T"
      transition={Slide}
      newestOnTop
    />
  )
}

/** How long a change can be undone from its message. */
const UNDO_MS = 8_000

/** Shows a message with the button 'Deshacer'. */
export const showUndo = (message: string, onUndo: () => void): void =>
  void toast.success(
    ({ closeToast }) => (
      <span className="toast-undo">
        {message}
        <button
          type="button"
          onClick={() => {
            closeToast()
            onUndo()
          }}
        >
          Deshacer
        </button>
      </span>
    ),
    { autoClose: UNDO_MS, closeOnClick: false },
  )

/** Shows a message. */
export const showToast = (kind: 'success' | 'info' | 'warning' | 'error', message: string): void =>
  void toast[kind](message)
