import * as z from 'zod/mini'
import divipola from './divipola.json' with { type: 'json' }

/** A municipality as DANE codes it: five digits, two of the department and three of its own. */
export type Municipality = { code: string; municipality: string; department: string }

/** What a text has to be compared by: no case, no accents, no dots, commas nor double blanks. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[.,'’]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

type Department = { code: string; name: string; municipalities: readonly Municipality[] }

const DIVIPOLA: Readonly<Record<string, readonly [name: string, municipalities: Readonly<Record<string, string>>]>> =
  z.parse(z.record(z.string(), z.tuple([z.string(), z.record(z.string(), z.string())])), divipola)

const DEPARTMENTS: readonly Department[] = Object.entries(DIVIPOLA)
  .map(([code, [name, municipalities]]) => ({
    code,
    name,
    municipalities: Object.entries(municipalities)
      .map(([own, municipality]) => ({
        code: `${code}${own}`,
        municipality,
        department: name,
      }))
      .toSorted((a, b) => a.municipality.localeCompare(b.municipality, 'es')),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'es'))

/** Every department by its name, for a list to choose from. */
export const departments = (): readonly { code: string; name: string }[] => DEPARTMENTS

/** The municipalities of a department, by its name. Empty when there is no such department. */
export const municipalitiesOf = (department: string): readonly Municipality[] =>
  departmentOf(department)?.municipalities ?? []

/** How people write what DANE writes otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  bogota: 'bogota d c',
  'bogota dc': 'bogota d c',
  'distrito capital': 'bogota d c',
  'bogota distrito capital': 'bogota d c',
  valle: 'valle del cauca',
  guajira: 'la guajira',
  'norte santander': 'norte de santander',
  'san andres': 'san andres y providencia',
  'archipielago de san andres providencia y santa catalina': 'san andres y providencia',
  cartagena: 'cartagena de indias',
  cucuta: 'san jose de cucuta',
  'santiago de cali': 'cali',
  'san juan de pasto': 'pasto',
  tumaco: 'san andres de tumaco',
}

const named = (text: string): string[] => {
  const own = folded(text)
  const other = OTHER_NAMES[own]
  return other === undefined ? [own] : [own, other]
}

const byDepartment = new Map(DEPARTMENTS.map((department) => [folded(department.name), department]))

/** The municipalities of each department by their folded name: a list of thousands of towns is looked up without a scan. */
const byMunicipality = new Map(
  DEPARTMENTS.map(({ code, municipalities }) => [
    code,
    new Map(municipalities.map((place) => [folded(place.municipality), place])),
  ]),
)

function departmentOf(text: string): Department | undefined {
  for (const name of named(text)) {
    const found = byDepartment.get(name)
    if (found) return found
  }
  return undefined
}

export type PlaceProblem = { field: 'department' | 'city'; message: string }

/** The municipality that two texts mean, or which of them is unknown and what to do about it (R7.3). */
export function findMunicipality(department: string, city: string): Municipality | PlaceProblem {
  const known = departmentOf(department)
  if (!known) {
    return {
      field: 'department',
      message: `No existe el departamento «${department}»: escríbelo como en el DANE, por ejemplo Antioquia`,
    }
  }
  const byName = byMunicipality.get(known.code)
  const found = named(city)
    .map((name) => byName?.get(name))
    .find((place) => place !== undefined)
  return (
    found ?? {
      field: 'city',
      message: `No existe el municipio «${city}» en ${known.name}: escríbelo como en el DANE`,
    }
  )
}

/** Whether a place was not found. */
export const isPlaceProblem = (place: Municipality | PlaceProblem): place is PlaceProblem => 'field' in place

/** A municipality as it is stored. */
export type Place = { department: string; city: string; municipality_code: string }
