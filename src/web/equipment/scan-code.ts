type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }

declare global {
  interface Window {
    /** Reads bar codes of a picture. Only some browsers have it. */
    readonly BarcodeDetector?: new (options?: {
      formats: string[]
    }) => Detector
  }
}

/** Whether this browser can read a bar code with its camera. */
export const canScan = (): boolean => window.BarcodeDetector !== undefined && 'mediaDevices' in navigator

/** Beside the field of a serial. */
export const CANNOT_SCAN = 'Este navegador no lee códigos con la cámara: escribe el serial'

const PAUSE_MS = 250

/**
 * Reads bar codes of what the camera behind the device sees, until one is found or `signal` ends. Rejects with a sentence for the user
 * when there is no camera.
 */
export async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const Detector = window.BarcodeDetector
  if (Detector === undefined) throw new Error(NO_CAMERA)
  const stream = await openCamera()
  const stop = (): void => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    video.srcObject = stream
    await video.play().catch(() => undefined)
    const detector = new Detector()
    while (!signal.aborted) {
      const [found] = await detector.detect(video).catch(() => [])
      if (found && found.rawValue.trim() !== '') return found.rawValue.trim()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return null
  } finally {
    stop()
  }
}

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'NotAllowedError'
    throw new Error(isRefused ? REFUSED : NO_CAMERA, { cause: error })
  }
}

const REFUSED = 'Permite la cámara en el navegador o escribe el serial'
const NO_CAMERA = 'No pudimos abrir la cámara: escribe el serial'
