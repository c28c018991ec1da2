import { driver } from 'driver.js'
import 'driver.js/dist/driver.css'
import './tour.css'
import type { Role } from '#domain/core/roles.ts'
import { TOUR_FIRST_STEP, TOUR_OPTIONS, TOUR_STOPS } from './tour-stops.ts'

/** Runs the guided tour of a role (SHL-11). This module is loaded only when the user starts the tour. */
export function runTour(role: Role): void {
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  driver({
    ...TOUR_OPTIONS,
    animate: !isMotionReduced,
    popoverClass: 'tour',
    showProgress: true,
    progressText: '{{current}} de {{total}}',
    onPopoverRender: ({ closeButton }) => closeButton.setAttribute('aria-label', 'Cerrar el recorrido'),
    steps: TOUR_STOPS[role].map(({ target, title, description }) => ({
      element: `.side-menu [data-tour="${target}"], .top-bar [data-tour="${target}"]`,
      // The user's block is at the right edge of the screen: only the side below it has space.
      popover: { title, description, side: target === 'user' ? 'bottom' : 'right', align: 'start' },
    })),
  }).drive(TOUR_FIRST_STEP)
}
