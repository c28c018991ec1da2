import { expect, test } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { sampleUser } from '#test/support/sample-user.ts'
import { menuOf } from './menu.ts'
import { TOUR_FIRST_STEP, TOUR_OPTIONS, TOUR_STOPS } from './tour-stops.ts'

test('SHL-11 cinco paradas por rol, con título y descripción, y la primera es el panel principal', () => {
  for (const role of ROLES) {
    const stops = TOUR_STOPS[role]
    expect(stops).toHaveLength(5)
    expect(stops[0]?.target).toBe('/dashboard')
    expect(new Set(stops.map(({ target }) => target)).size).toBe(5)
    expect(stops.every(({ title, description }) => title !== '' && description !== '')).toBe(true)
  }
})

test('SHL-11 cada parada está en el menú de su rol', () => {
  for (const role of ROLES) {
    const targets = menuOf(sampleUser(role), 'side', true).flatMap(({ entries }) =>
      entries.map((entry) => (entry.action === undefined ? entry.to : '')),
    )
    const missing = TOUR_STOPS[role].filter(({ target }) => !targets.includes(target)).map(({ target }) => target)
    expect(missing.filter((target) => target !== 'user' && target !== 'company')).toEqual([])
  }
})

test('SHL-11 la forma y los botones del recorrido', () => {
  expect(TOUR_OPTIONS).toMatchObject({
    stagePadding: 5,
    stageRadius: 10,
    duration: 400,
    overlayOpacity: 0.7,
    overlayClickBehavior: 'close',
    nextBtnText: 'Siguiente',
    prevBtnText: 'Anterior',
    doneBtnText: 'Finalizar',
  })
  expect(TOUR_FIRST_STEP).toBe(0)
})
