import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './Toasts.css'

/** How long a message stays, and how many at once, unless a screen says otherwise (FMT-01). */
export type ToastTiming = { autoClose: number; limit: number }
export const TOAST_DEFAULT: ToastTiming = { autoClose: 5000, limit: 5 }

/** Where short messages appear: top right, dragged away at 80 %, reached with Alt+T. One for the whole app. */
export function Toasts({ autoClose, limit }: ToastTiming) {
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

export const toastSuccess = (message: string): void => void toast.success(message)
export const toastInfo = (message: string): void => void toast.info(message)
export const toastWarning = (message: string): void => void toast.warning(message)
export const toastError = (message: string): void => void toast.error(message)
