import { addDays, type Day } from '#domain/core/days.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { ZERO } from '#domain/core/money.ts'
import { type ImportRow } from '#domain/imports/row.ts'
import { municipalitiesOf } from '#domain/places/place.ts'
import type { DemoCompany } from './companies.ts'
import { workdayUntil } from './workdays.ts'

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
const WOMEN = ['Ana', 'María', 'Carolina', 'Paola', 'Natalia', 'Gloria', 'Diana', 'Íngrid', 'Rosa', 'Leidy']
const SECOND_OF_WOMEN = ['', '', 'Patricia', 'Lucía', 'Fernanda', 'Milena', 'Isabel', 'Marcela', 'Cecilia', 'Andrea']
const SECOND_OF_MEN = ['', '', 'Alberto', 'David', 'Esteban', 'Alejandro', 'Enrique', 'Mauricio', 'Antonio', 'Eduardo']
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

/** A random number generator with a seed: the demo has the same data on every machine. */
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

/** The clients of a demo company, each with the plan of its contract: `contracts` clients for each plan. */
export function demoClients(company: DemoCompany, today: Day): ImportRow[] {
  const random = seeded(company.nit.length * 1_000 + company.billing_cut_day)
  const places = municipalitiesOf(company.integrations ? 'Antioquia' : 'Valle del Cauca')
  return company.plans.flatMap((plan) =>
    Array.from({ length: plan.contracts }, (): ImportRow => {
      const isShop = plan.reference_code.startsWith('EMP')
      const place = places[random(Math.min(places.length, 24))]
      if (!place) throw new Error('the demo needs municipalities')
      const since = workdayUntil(addDays(today, -(30 + random(700))))
      return {
        client: {
          ...(isShop ? shop(random) : person(random)),
          email: `cliente${random(1_000_000)}@correo.test`,
          phone: `3${String(100_000_000 + random(250_000_000))}`,
          stratum: isShop ? null : 1 + random(6),
          address: `${STREETS[random(STREETS.length)] ?? 'Calle'} ${1 + random(90)} # ${1 + random(80)}-${10 + random(89)}`,
          department: place.department,
          city: place.municipality,
          date_contract: since,
          payment_date: 1 + random(20),
        },
        place,
        plan_code: plan.reference_code,
        list_price: null,
        date_contract: since,
        opening_balance: ZERO,
        external_id: null,
        status: 'active',
        suspended_on: null,
        warnings: [],
      }
    }),
  )
}

function person(random: (below: number) => number) {
  const position = random(SECOND_OF_MEN.length)
  const identification = String(10_000_000 + random(1_100_000_000))
  const first = FIRST[random(FIRST.length)] ?? 'Ana'
  const second = (WOMEN.includes(first) ? SECOND_OF_WOMEN : SECOND_OF_MEN)[position] ?? ''
  return {
    type_identification: 'CC' as const,
    identification,
    first_name: first,
    ...(second === '' ? {} : { second_name: second }),
    last_name: LAST[random(LAST.length)] ?? 'Rojas',
    second_lastname: LAST[random(LAST.length)] ?? 'Vargas',
  }
}

function shop(random: (below: number) => number) {
  const digits = String(800_000_000 + random(120_000_000))
  return {
    type_identification: 'NIT' as const,
    identification: `${digits}-${nitCheckDigit(digits)}`,
    business_name: `${SHOPS[random(SHOPS.length)] ?? 'Tienda'} ${LAST[random(LAST.length)] ?? 'Ardila'} S.A.S.`,
  }
}
