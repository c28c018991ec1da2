import { LocateFixed, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { locate, type Place } from './locate.ts'
import { openPointMap, type PointMap, type TilesState } from './point-map.ts'
import './map.css'

/** What the arrows move the point by, in pixels of the screen: one press, and one with Shift. */
const STEP = 10
const LONG_STEP = 60
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 }

type Props = {
  tilesUrl: string
  /** The coordinates that are in the form. */
  start: Place | null
  onChoose: (place: Place) => void
  onClose: () => void
}

/** A place on a map: with a click, by dragging its point, with the arrows, or that of the device. */
export function MapDialog({ tilesUrl, start, onChoose, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const [place, setPlace] = useState(start)
  const [tiles, setTiles] = useState<TilesState>('loading')
  const map = usePointMap(box, { tilesUrl, start, onPlace: setPlace, onTiles: setTiles })
  const choose = (): void => {
    if (place === null) return
    onChoose(place)
    onClose()
  }
  return (
    <Dialog
      title="Elegir en el mapa"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            disabledReason={place === null ? 'Elige primero un punto del mapa' : undefined}
            onClick={choose}
          >
            Usar este punto
          </Button>
        </>
      }
    >
      <div
        ref={box}
        className="map-box"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element is a map that has its own keys
        role="application"
        aria-label="Mapa"
        aria-describedby={keysId}
        tabIndex={0}
        onKeyDown={(event) => pressKey(event, map.current)}
      />
      <p className="map-credit">
        Mapa: ©{' '}
        <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
          colaboradores de OpenStreetMap
        </a>
      </p>
      <TilesProblem state={tiles} onRetry={() => map.current?.retry()} />
      <p role="status" className="map-place">
        {place === null ? 'Todavía no has elegido un punto.' : `Punto elegido: ${place.latitude}, ${place.longitude}`}
      </p>
      <p id={keysId} className="field__hint">
        Toca el mapa o arrastra el punto. Con el teclado lo mueven las flechas (más lejos con Mayús), y las teclas + y −
        acercan y alejan.
      </p>
      <MapButtons map={map} />
    </Dialog>
  )
}

/** The map, which has the focus while it is open. */
function usePointMap(box: RefObject<HTMLDivElement | null>, options: Parameters<typeof openPointMap>[1]) {
  const map = useRef<PointMap>(null)
  const first = useRef(options)
  useEffect(() => {
    if (box.current === null) return undefined
    const opened = openPointMap(box.current, first.current)
    map.current = opened
    box.current.focus()
    return () => opened.close()
  }, [box])
  return map
}

function pressKey(event: KeyboardEvent, map: PointMap | null): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const [x, y] = ARROWS[event.key] ?? [0, 0]
  const zoom = ZOOMS[event.key]
  const isPoint = event.key in ARROWS || event.key === 'Enter'
  if (!isPoint && zoom === undefined) return
  event.preventDefault()
  const step = event.shiftKey ? LONG_STEP : STEP
  if (zoom === undefined) map?.move(x * step, y * step)
  else map?.zoom(zoom)
}

/** What is missing of the map. The place can be chosen without it. */
function TilesProblem({ state, onRetry }: { state: TilesState; onRetry: () => void }) {
  return (
    <div aria-live="polite" className="map-problem">
      {state === 'loading' && <p className="field__hint">Cargando el mapa…</p>}
      {(state === 'failed' || state === 'partial') && (
        <>
          <p className="field__error">
            {state === 'failed'
              ? 'El mapa no cargó: revisa tu internet. También puedes usar tu ubicación o escribir las coordenadas.'
              : 'Faltan partes del mapa: revisa tu internet.'}
          </p>
          <Button size="dense" onClick={onRetry}>
            Reintentar
          </Button>
        </>
      )}
    </div>
  )
}

function MapButtons({ map }: { map: RefObject<PointMap | null> }) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const showDevice = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    await locate().then(
      (place) => map.current?.show(place),
      (error: Error) => setProblem(error.message),
    )
    setBusy(false)
  }
  return (
    <div>
      <div className="map-buttons">
        <Button
          size="dense"
          icon={<LocateFixed size={18} aria-hidden="true" />}
          busy={isBusy ? 'Ubicándote…' : undefined}
          onClick={() => void showDevice()}
        >
          Usar mi ubicación
        </Button>
        <IconButton label="Acercar" onClick={() => map.current?.zoom(1)}>
          <Plus size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Alejar" onClick={() => map.current?.zoom(-1)}>
          <Minus size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {problem && (
        <p className="field__error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
