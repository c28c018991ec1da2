import { type DeviceReport, saveReport } from './report-store.ts'

/** The longest time between a change and its save on this device is 500 ms; the rest is for the save itself. */
const SAVE_MS = 250

export type Saver = { save: (report: DeviceReport) => void; flush: () => Promise<void>; last: () => DeviceReport }

type Listener = {
  /** Why the last change is not on this device; null when it is, or when it is still being saved. */
  setProblem: (problem: string | null) => void
  /** Whether a change is not saved yet. */
  setSaving: (isSaving: boolean) => void
}

/** Saves the last state of a report shortly after it changed, one save at a time. */
export function saverOf(first: DeviceReport, { setProblem, setSaving }: Listener): Saver {
  let last = first
  let isSaved = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()
  const isUpToDate = (): boolean => isSaved
  const write = async (): Promise<void> => {
    if (isSaved) return
    isSaved = true
    try {
      await saveReport(last)
      setProblem(null)
      // A change during the save has its own save. `isSaved` is read again: `save` sets it while this waits.
      if (isUpToDate()) setSaving(false)
    } catch (error) {
      isSaved = false
      setProblem(problemOf(error))
    }
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    running = running.then(write)
    return running
  }
  return {
    save: (report) => {
      last = report
      isSaved = false
      setSaving(true)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), SAVE_MS)
    },
    flush,
    last: () => last,
  }
}

/** Why something could not be kept on this device, as a sentence for the user. */
export function problemOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'No hay espacio en este teléfono: lo último que escribiste no quedó guardado. Borra fotos o videos y cambia algo para guardar otra vez.'
    : 'No se pudo guardar en este teléfono. No cierres esta pantalla y vuelve a intentarlo.'
}
