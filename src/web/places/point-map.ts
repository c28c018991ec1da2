import { divIcon, type LatLng, marker as markerAt, map as openMap, tileLayer } from 'leaflet'
import { type Place, placeAt } from './locate.ts'
import 'leaflet/dist/leaflet.css'

/** What is seen of the map: its pictures are on their way, all are there, some are missing, or none came. */
export type TilesState = 'loading' | 'shown' | 'partial' | 'failed'

export type PointMap = {
  /** Moves the point by pixels of the screen; the first time it appears in the middle. */
  move: (x: number, y: number) => void
  zoom: (steps: number) => void
  /** Puts the point at a place and shows its street. */
  show: (place: Place) => void
  retry: () => void
  close: () => void
}

type Options = {
  tilesUrl: string
  start: Place | null
  onPlace: (place: Place) => void
  onTiles: (state: TilesState) => void
}

/** The middle of Colombia, with all of it in view. */
const COUNTRY: [number, number] = [4.6, -74.1]
const COUNTRY_ZOOM = 5
const STREET_ZOOM = 17
const ZOOM_MIN = 3
const ZOOM_MAX = 19
/** The point stays this far from the edge of the map. */
const EDGE: [number, number] = [48, 48]

/** A map with one point that is clicked, dragged or moved. The keys are those of its dialog: the library announces none. */
export function openPointMap(box: HTMLElement, { tilesUrl, start, onPlace, onTiles }: Options): PointMap {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = openMap(box, {
    center: start ? [start.latitude, start.longitude] : COUNTRY,
    zoom: start ? STREET_ZOOM : COUNTRY_ZOOM,
    minZoom: ZOOM_MIN,
    maxZoom: ZOOM_MAX,
    keyboard: false,
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    inertia: !isStill,
  })
  // The pages send no referrer, and the servers of pictures refuse a request without the address of its site.
  const layer = tileLayer(tilesUrl, { maxZoom: ZOOM_MAX, referrerPolicy: 'origin' })
  watchTiles(layer, onTiles)
  layer.addTo(map)
  const icon = divIcon({ className: 'map-point', html: false, iconSize: [28, 28], iconAnchor: [14, 34] })
  const marker = markerAt(map.getCenter(), { icon, draggable: true, keyboard: false })
  const notify = (at: LatLng): void => {
    const { lat, lng } = at.wrap()
    onPlace(placeAt(lat, lng))
  }
  const put = (at: LatLng): void => {
    marker.setLatLng(at).addTo(map)
    notify(at)
  }
  if (start) marker.addTo(map)
  marker.on('drag', () => notify(marker.getLatLng()))
  map.on('click', ({ latlng }) => put(latlng))
  return {
    move: (x, y) => {
      if (!map.hasLayer(marker)) return put(map.getCenter())
      const at = map.unproject(map.project(marker.getLatLng()).add([x, y]))
      put(at)
      map.panInside(at, { padding: EDGE, animate: false })
    },
    zoom: (steps) => {
      const to = map.getZoom() + steps
      if (map.hasLayer(marker)) map.setZoomAround(marker.getLatLng(), to)
      else map.setZoom(to)
    },
    show: ({ latitude, longitude }) => {
      map.setView([latitude, longitude], STREET_ZOOM)
      put(map.getCenter())
    },
    retry: () => void layer.redraw(),
    close: () => void map.remove(),
  }
}

/** Says what is seen of the pictures of the part of the map that is asked for. */
function watchTiles(layer: ReturnType<typeof tileLayer>, onTiles: Options['onTiles']): void {
  let came = 0
  let failed = 0
  const say = (): void => onTiles(failed === 0 ? 'shown' : came === 0 ? 'failed' : 'partial')
  layer.on('loading', () => {
    came = 0
    failed = 0
    onTiles('loading')
  })
  layer.on('tileload', () => {
    came += 1
    say()
  })
  layer.on('tileerror', () => {
    failed += 1
    say()
  })
}
