import { addDays, type Day } from '#domain/core/days.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { ZERO } from '#domain/core/money.ts'
import { type ImportRow } from '#domain/imports/row.ts'
import { municipalitiesOf } from '#domain/places/place.ts'
import type { DemoCompany } from './world.ts'

const FIRST = [
  'Ana',
  'Luis',
  'María',
  'José',
  'Carolina',
  'Andrés',
  'Paola',
  'Jorge',
  'Natalia',
  'Felipe',
  'Gloria',
  'Óscar',
  'Diana',
  'Héctor',
  'Íngrid',
  'Camilo',
  'Rosa',
  'Iván',
  'Leidy',
  'Fabián',
]
const SECOND = ['', '', 'Patricia', 'Alberto', 'Fernanda', 'David', 'Lucía', 'Esteban', 'Milena', 'Andrés']
const LAST = [
  'Rojas',
  'Vargas',
  'Quiñónez',
  'Díaz',
  'Peña',
  'Ramírez',
  'Castro',
  'Núñez',
  'Bohórquez',
  'Mendoza',
  'Acuña',
  'Báez',
  'Restrepo',
  'Zúñiga',
  'Cifuentes',
  'Pinzón',
  'Ardila',
  'Hurtado',
  'Mosquera',
  'Angulo',
]
const SHOPS = ['Ferretería', 'Droguería', 'Panadería', 'Hotel', 'Clínica', 'Restaurante', 'Tienda', 'Papelería']
const STREETS = ['Calle', 'Carrera', 'Transversal', 'Diagonal']

/** The same numbers each time it is made from the same seed: the demo is the same world on every machine. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    // Mulberry32: small, good enough for names.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The clients of a demo company, each with the plan that its contract comes from: as many of each plan as the world says. */
export function demoClients(company: DemoCompany, today: Day): ImportRow[] {
  const next = seeded(company.nit.length * 1_000 + company.billing_cut_day)
  const places = municipalitiesOf(company.integrations ? 'Antioquia' : 'Valle del Cauca')
  return company.plans.flatMap((plan) =>
    Array.from({ length: plan.contracts }, (): ImportRow => {
      const isShop = plan.reference_code.startsWith('EMP')
      const place = places[next(Math.min(places.length, 24))]
      if (!place) throw new Error('the demo needs municipalities')
      const since = addDays(today, -(30 + next(700)))
      return {
        client: {
          ...(isShop ? shop(next) : person(next)),
          email: `cliente${next(1_000_000)}@correo.test`,
          phone: `3${String(100_000_000 + next(250_000_000))}`,
          stratum: isShop ? null : 1 + next(6),
          address: `${STREETS[next(STREETS.length)] ?? 'Calle'} ${1 + next(90)} # ${1 + next(80)}-${10 + next(89)}`,
          department: place.department,
          city: place.municipality,
          date_contract: since,
          payment_date: 1 + next(20),
        },
        place,
        plan_code: plan.reference_code,
        date_contract: since,
        opening_balance: ZERO,
      }
    }),
  )
}

function person(next: (below: number) => number) {
  const second = SECOND[next(SECOND.length)] ?? ''
  return {
    type_identification: 'CC' as const,
    identification: String(10_000_000 + next(1_100_000_000)),
    first_name: FIRST[next(FIRST.length)] ?? 'Ana',
    ...(second === '' ? {} : { second_name: second }),
    last_name: LAST[next(LAST.length)] ?? 'Rojas',
    second_lastname: LAST[next(LAST.length)] ?? 'Vargas',
  }
}

function shop(next: (below: number) => number) {
  const digits = String(800_000_000 + next(120_000_000))
  return {
    type_identification: 'NIT' as const,
    identification: `${digits}-${nitCheckDigit(digits)}`,
    business_name: `${SHOPS[next(SHOPS.length)] ?? 'Tienda'} ${LAST[next(LAST.length)] ?? 'Ardila'} S.A.S.`,
  }
}
