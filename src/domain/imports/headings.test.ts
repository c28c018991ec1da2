import { expect, test } from 'vitest'
import { headingIndex, matchColumns, missingColumns } from './headings.ts'

test.each([
  ['CC/NIT', 'identification'],
  ['N° Cédula', 'identification'],
  ['Número de Identificación del suscriptor', 'identification'],
  ['TIPO_DOCUMENTO', 'type_identification'],
  ['Correo electrónico del titular', 'email'],
  ['Tel. fijo', 'telephone'],
  ['Celular 1', 'phone'],
  ['Nombres y Apellidos', 'full_name'],
  ['Nombre', 'full_name'],
  ['Nombres', 'full_name'],
  ['Fecha de expedición de la cédula', null],
  ['Dirección IP', null],
  ['ID', 'identification'],
  ['Municipio de instalación', 'city'],
  ['Fecha de ingreso', 'date_contract'],
  ['Día límite de pago', 'payment_date'],
  ['Plan contratado (Mbps)', 'plan_code'],
  ['Saldo en mora', 'opening_balance'],
  ['Observaciones', null],
])('CLI-05 el encabezado «%s» es %s', (header, field) => {
  expect(matchColumns([header])).toEqual([{ header, field }])
})

test('CLI-05 una columna no se toma dos veces, y lo que falta se nombra', () => {
  const matches = matchColumns(['Cédula', 'Documento', 'Nombre'])
  expect(matches.map((match) => match.field)).toEqual(['identification', null, 'full_name'])
  expect(missingColumns(matches)).toBe(
    'Faltan columnas en el archivo: Departamento, Municipio, Dirección. Relaciónalas o usa la plantilla.',
  )
})

test('CLI-05 lo más seguro gana esté donde esté: la cédula aunque vaya después de un ID, y el nombre junto a los apellidos', () => {
  const matches = matchColumns(['ID', 'Cédula', 'Nombres', 'Apellidos'])
  expect(matches.map((match) => match.field)).toEqual([null, 'identification', 'first_names', 'last_names'])
})

test('CLI-05 el encabezado se encuentra bajo un título y filas en blanco, y con relación propia también', () => {
  const heading = ['Cédula', 'Nombre', 'Departamento', 'Municipio', 'Dirección']
  expect(headingIndex([['Listado de clientes'], [''], heading, ['1', 'Ana', 'x', 'x', 'x']])).toBe(2)
  expect(headingIndex([[''], ['raro', 'otro'], ['1', '2']])).toBe(1)
  const own = { a: 'identification', b: 'full_name', c: 'city' }
  expect(headingIndex([['Lista'], ['a', 'b', 'c']], own)).toBe(1)
})
