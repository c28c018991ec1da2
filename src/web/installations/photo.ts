/** The largest side of a kept photo in pixels, and the bytes that it is made to fit in: three photos and two signatures are under 1.2 MB. */
const SIDE_MAX = 1_600
const PHOTO_MAX_BYTES = 330_000
/** The largest photo that is read. */
const ORIGINAL_MAX_BYTES = 40 * 1024 * 1024
const QUALITY = 0.75

/** Each attempt, until the photo fits: the largest side, and the quality. */
const ATTEMPTS = [
  [SIDE_MAX, QUALITY],
  [SIDE_MAX, 0.6],
  [1_280, 0.6],
  [1_024, 0.55],
  [800, 0.5],
] as const

const TOO_LARGE = 'La foto pesa más de 40 MB. Tómala con menos calidad o elige otra.'
const UNREADABLE =
  'Este teléfono no puede leer ese formato de foto. Si es HEIC, elige «Más compatible» o JPG en los ajustes de la cámara y tómala de nuevo.'

/** A photo as it is kept and sent: turned as it was taken, in JPEG, small. Rejects with a sentence for the user. */
export async function compressPhoto(file: Blob): Promise<Blob> {
  if (file.size > ORIGINAL_MAX_BYTES) throw new Error(TOO_LARGE)
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error(UNREADABLE)
  })
  try {
    for (const [side, quality] of ATTEMPTS) {
      const small = await drawn(picture, side, quality)
      if (small.size <= PHOTO_MAX_BYTES) return small
    }
    throw new Error(TOO_LARGE)
  } finally {
    picture.close()
  }
}

async function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(UNREADABLE)
  // JPEG has no transparency: what is transparent becomes white and not black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return toBlob(canvas, 'image/jpeg', quality)
}

/** The picture of a canvas. Rejects with a sentence for the user. */
export const toBlob = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error(UNREADABLE)) : resolve(blob)), type, quality)
  })
