import { driver } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'
import { TOUR_FIRST_STEP, TOUR_OPTIONS, type TourStop } from './tour-stops.ts'

/** Walks through the stops, one after the other (SHL-11). Fetched only when somebody asks for it. */
export function walkTour(stops: readonly TourStop[]): void {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  driver({
    ...TOUR_OPTIONS,
    animate: !isStill,
    popoverClass: 'tour',
    showProgress: true,
    progressText: '{{current}} de {{total}}',
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', 'Cerrar el recorrido'),
    steps: stops.map(({ target, title, description }) => ({
      element: `.side-menu [data-tour="${target}"], .top-bar [data-tour="${target}"]`,
      // The user's block stands at the right edge: below it is the only room there is.
      popover: { title, description, side: target === 'user' ? 'bottom' : 'right', align: 'start' },
    })),
  }).drive(TOUR_FIRST_STEP)
}
