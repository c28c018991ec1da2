import { LocateFixed, MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import { importOnline } from '#web/core/import-online.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { typeValues } from '#web/ui/typed-values.ts'
import { locate, type Place } from './locate.ts'
import type { MapDialog } from './MapDialog.tsx'
import { mapTilesUrl } from './map-tiles.ts'
import { placeOf } from './place-of.ts'

type Props = {
  /** What is before the names of the two fields in the body: 'contract.'. Left out for a bare body. */
  of?: string
  errors: Readonly<Record<string, string>>
  start: { readonly latitude?: number | null | undefined; readonly longitude?: number | null | undefined } | undefined
  /** A form in which other fields are required says that these are not. */
  isOptional?: boolean
}

const NO_MAP = 'No pudimos abrir el mapa: revisa tu internet o escribe las coordenadas'

/**
 * The coordinates of a place: typed, those of the device, or chosen on a map where the installation has one. The map is loaded when
 * it is opened.
 */
export function CoordinateFields({ of = '', errors, start, isOptional = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const names = { latitude: `${of}latitude`, longitude: `${of}longitude` }
  const write = ({ latitude, longitude }: Place): void => {
    const form = box.current?.closest('form')
    if (!form) return
    void typeValues(form, { [names.latitude]: String(latitude), [names.longitude]: String(longitude) })
  }
  const field = (name: 'latitude' | 'longitude', label: string) => (
    <TextField
      label={isOptional ? `${label} (opcional)` : label}
      id={names[name]}
      name={names[name]}
      defaultValue={String(start?.[name] ?? '')}
      error={errors[names[name]]}
      autoComplete="off"
      maxLength={60}
    />
  )
  return (
    <>
      <div className="form__pair">
        {field('latitude', 'Latitud')}
        {field('longitude', 'Longitud')}
      </div>
      <div ref={box}>
        <PlaceButtons read={() => placeIn(box.current, names)} write={write} />
      </div>
    </>
  )
}

/** The buttons that fill in the coordinates, and the map. `read` gives what is written in the form. */
function PlaceButtons({ read, write }: { read: () => Place | null; write: (place: Place) => void }) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [map, setMap] = useState<{ Dialog: typeof MapDialog; at: Place | null } | null>(null)
  const tilesUrl = mapTilesUrl()
  const useDevice = (): void => {
    setProblem(undefined)
    void locate().then(write, (error: Error) => setProblem(error.message))
  }
  const openMap = (): void => {
    setProblem(undefined)
    void importOnline(() => import('./MapDialog.tsx')).then(
      (file) => setMap({ Dialog: file.MapDialog, at: read() }),
      () => setProblem(NO_MAP),
    )
  }
  return (
    <>
      <div className="page__actions">
        <Button size="dense" icon={<LocateFixed size={18} aria-hidden="true" />} onClick={useDevice}>
          Usar mi ubicación
        </Button>
        {tilesUrl !== null && (
          <Button size="dense" icon={<MapPin size={18} aria-hidden="true" />} onClick={openMap}>
            Elegir en el mapa
          </Button>
        )}
      </div>
      {problem && (
        <p className="field__error" role="alert">
          {problem}
        </p>
      )}
      {map && tilesUrl !== null && (
        <map.Dialog tilesUrl={tilesUrl} start={map.at} onChoose={write} onClose={() => setMap(null)} />
      )}
    </>
  )
}

/** The place that is written in the form. */
function placeIn(box: HTMLElement | null, names: { latitude: string; longitude: string }): Place | null {
  const form = box?.closest('form')
  const text = (name: string): string => {
    const control = form?.elements.namedItem(name)
    return control instanceof HTMLInputElement ? control.value : ''
  }
  return placeOf(text(names.latitude), text(names.longitude))
}
