import { expect, test } from 'vitest'
import { departments, findMunicipality, municipalitiesOf } from './place.ts'

test('CLI-02 los municipios son los del DANE: 33 departamentos y sus códigos', () => {
  expect(departments()).toHaveLength(33)
  const codes = departments().flatMap(({ name }) => municipalitiesOf(name).map(({ code }) => code))
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(1_100)
  for (const code of codes) expect(code).toMatch(/^\d{5}$/)
})

test.each([
  ['Antioquia', 'Medellín', '05001'],
  ['ANTIOQUIA', 'medellin', '05001'],
  ['Bogotá, D.C.', 'Bogotá, D.C.', '11001'],
  ['Bogota', 'bogota dc', '11001'],
  ['Valle', 'Santiago de Cali', '76001'],
  ['Atlántico', 'Barranquilla', '08001'],
  ['Bolívar', 'Cartagena', '13001'],
  ['Santander', 'Bucaramanga', '68001'],
  ['Norte de Santander', 'Cúcuta', '54001'],
])('CLI-02 «%s, %s» es %s', (department, city, code) => {
  expect(findMunicipality(department, city)).toMatchObject({ code })
})

test('CLI-02 un departamento o un municipio que no existe dice cuál de los dos', () => {
  expect(findMunicipality('Antioquía del Sur', 'Medellín')).toMatchObject({ field: 'department' })
  expect(findMunicipality('Antioquia', 'Cali')).toMatchObject({ field: 'city' })
  expect(findMunicipality('', '')).toMatchObject({ field: 'department' })
})
