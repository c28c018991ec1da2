import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './Toasts.css'

/** The duration of a message in milliseconds and the maximum at the same time; a screen can replace them (FMT-01). */
export type ToastTiming = { autoClose: number; limit: number }
export const TOAST_DEFAULT: ToastTiming = { autoClose: 5000, limit: 5 }

/** The container of short messages: top right, closed by a drag of 80 %, focused with Alt+T. One for the app. */
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
