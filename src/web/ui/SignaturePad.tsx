import { useEffect, useId, useRef } from 'react'
import Pad from 'signature_pad'
import { Button } from './Button.tsx'
import './SignaturePad.css'

export type Strokes = [number, number][][]

type Props = {
  label: string
  error?: string | undefined
  id: string
  /** A signature that was drawn before. */
  initial?: Strokes | undefined
  onDraw: (strokes: Strokes) => void
}

const INK = '#101828'

/**
 * An area to sign with a finger, a pen or a mouse. The signature is kept as strokes, so a rotation of the phone redraws it in
 * the new width and scrolling does not clear it.
 */
export function SignaturePad({ label, error, id, initial, onDraw }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const notify = useRef(onDraw)
  const drawnBefore = useRef(initial)
  const hintId = useId()
  useEffect(() => {
    notify.current = onDraw
  })
  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const newPad = new Pad(element, { penColor: INK })
    pad.current = newPad
    if (drawnBefore.current) newPad.fromData(drawnBefore.current.map(pointsOf))
    const notifyStrokes = (): void => notify.current(strokesOf(newPad))
    newPad.addEventListener('endStroke', notifyStrokes)
    let width = 0
    const observer = new ResizeObserver(() => {
      // When the address bar hides, only the height changes: nothing to redraw.
      if (element.offsetWidth === width || element.offsetWidth === 0) return
      fit(element, newPad)
      width = element.offsetWidth
      notifyStrokes()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      newPad.off()
    }
  }, [])
  const clear = (): void => {
    pad.current?.clear()
    onDraw([])
  }
  return (
    <div className="field">
      <p className="field__label">{label}</p>
      <canvas
        ref={canvas}
        id={id}
        className="signature"
        tabIndex={-1}
        role="img"
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={error ? true : undefined}
      />
      <p id={hintId} className="field__hint">
        Firma dentro del recuadro con el dedo o con el mouse.
      </p>
      {error && <p className="field__error">{error}</p>}
      <div>
        <Button size="dense" onClick={clear}>
          Borrar
        </Button>
      </div>
    </div>
  )
}

/** Applies the new size to the canvas and redraws the strokes, smaller when they no longer fit. */
function fit(canvas: HTMLCanvasElement, pad: Pad): void {
  const drawn = pad.toData()
  const maxX = Math.max(1, ...drawn.flatMap(({ points }) => points.map(({ x }) => x)))
  const scale = Math.min(1, canvas.offsetWidth / maxX)
  const ratio = Math.max(1, window.devicePixelRatio)
  canvas.width = canvas.offsetWidth * ratio
  canvas.height = canvas.offsetHeight * ratio
  canvas.getContext('2d')?.scale(ratio, ratio)
  pad.fromData(
    drawn.map((group) => ({
      ...group,
      points: group.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
    })),
  )
}

/** A stroke as the library keeps it: it draws evenly when the points have the same distance in time. */
const pointsOf = (stroke: Strokes[number]) => ({
  penColor: INK,
  dotSize: 0,
  minWidth: 0.5,
  maxWidth: 2.5,
  velocityFilterWeight: 0.7,
  compositeOperation: 'source-over' as const,
  points: stroke.map(([x, y], index) => ({ x, y, pressure: 0.5, time: index * 16 })),
})

const strokesOf = (pad: Pad): Strokes =>
  pad.toData().map(({ points }) => points.map(({ x, y }) => [tenths(x), tenths(y)]))

const tenths = (value: number): number => Math.round(value * 10) / 10
