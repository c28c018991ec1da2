import * as z from 'zod/mini'
import divipola from './divipola.json' with { type: 'json' }

/** A municipality with its DANE code: two digits of the department and three of the municipality. */
export type Municipality = { code: string; municipality: string; department: string }

/** "Medellín, Antioquia". */
export const municipalityLabel = ({ municipality, department }: Municipality): string =>
  `${municipality}, ${department}`

/** The text for comparison: lower case, without accents, dots, commas, apostrophes and double blanks. */
export const comparableText = (text: string): string =>
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

/** All departments, by name. */
export const departments = (): readonly { code: string; name: string }[] => DEPARTMENTS

/** The municipalities of a department, by its name. Empty when there is no such department. */
export const municipalitiesOf = (department: string): readonly Municipality[] =>
  departmentOf(department)?.municipalities ?? []

/** Common names of places with another name at DANE, both as comparable text. */
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

const possibleNames = (text: string): string[] => {
  const name = comparableText(text)
  const other = OTHER_NAMES[name]
  return other === undefined ? [name] : [name, other]
}

const byDepartment = new Map(DEPARTMENTS.map((department) => [comparableText(department.name), department]))

/** The municipalities of each department code by their comparable name, for a lookup without a scan. */
const byMunicipality = new Map(
  DEPARTMENTS.map(({ code, municipalities }) => [
    code,
    new Map(municipalities.map((place) => [comparableText(place.municipality), place])),
  ]),
)

const byCode = new Map(DEPARTMENTS.flatMap(({ municipalities }) => municipalities.map((place) => [place.code, place])))

/** The municipality of a code of the DANE. */
export const municipalityOfCode = (code: string): Municipality | undefined => byCode.get(code)

function departmentOf(text: string): Department | undefined {
  for (const name of possibleNames(text)) {
    const department = byDepartment.get(name)
    if (department) return department
  }
  return undefined
}

export type PlaceProblem = { field: 'department' | 'city'; message: string }

/** The municipality of two texts, or the unknown one of them with its message (R7.3). */
export function findMunicipality(department: string, city: string): Municipality | PlaceProblem {
  const departmentFound = departmentOf(department)
  if (!departmentFound) {
    return {
      field: 'department',
      message: `No existe el departamento «${department}»: escríbelo como en el DANE, por ejemplo Antioquia`,
    }
  }
  const byName = byMunicipality.get(departmentFound.code)
  const municipality = possibleNames(city)
    .map((name) => byName?.get(name))
    .find((place) => place !== undefined)
  return (
    municipality ?? {
      field: 'city',
      message: `No existe el municipio «${city}» en ${departmentFound.name}: escríbelo como en el DANE`,
    }
  )
}

/** Whether the result of findMunicipality() is a problem. */
export const isPlaceProblem = (place: Municipality | PlaceProblem): place is PlaceProblem => 'field' in place

/** A municipality as it is stored. */
export type Place = { department: string; city: string; municipality_code: string }
