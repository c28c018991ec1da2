import type { Strokes } from '#web/ui/SignaturePad.tsx'
import { toBlob } from './photo.ts'

const WIDTH = 600
const HEIGHT = 240
const MARGIN = 16
const INK = '#101828'

/** The picture of a drawn signature, white with dark ink, as it is sent. */
export function pictureOfStrokes(strokes: Strokes): Promise<Blob> {
  const points = strokes.flat()
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))]
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))]
  const scale = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(1, right - left),
    (HEIGHT - 2 * MARGIN) / Math.max(1, bottom - top),
    3,
  )
  return picture((context) => {
    context.lineWidth = 4
    context.lineCap = 'round'
    context.lineJoin = 'round'
    for (const stroke of strokes) {
      context.beginPath()
      for (const [x, y] of stroke) context.lineTo(MARGIN + (x - left) * scale, MARGIN + (y - top) * scale)
      context.stroke()
    }
  })
}

/** The picture of a name that was typed instead of a drawn signature. */
export const pictureOfName = (name: string): Promise<Blob> =>
  picture((context) => {
    context.font = 'italic 44px serif'
    context.textBaseline = 'middle'
    context.fillText(name, MARGIN, HEIGHT / 2, WIDTH - 2 * MARGIN)
    context.font = '18px sans-serif'
    context.fillText('Firmado con el nombre escrito', MARGIN, HEIGHT - MARGIN - 8)
  })

/** Whether a stroke has at least two points; a dot is not a signature. */
export const isDrawn = (strokes: Strokes): boolean => strokes.some((stroke) => stroke.length > 1)

function picture(draw: (context: CanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (context === null) return Promise.reject(new Error('Este navegador no puede guardar la firma'))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = INK
  context.strokeStyle = INK
  draw(context)
  return toBlob(canvas, 'image/png')
}
