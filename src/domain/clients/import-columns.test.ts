import { expect, test } from 'vitest'
import { matchColumns, missingColumns } from './import-columns.ts'

test.each([
  ['CC/NIT', 'identification'],
  ['N° Cédula', 'identification'],
  ['Número de Identificación del suscriptor', 'identification'],
  ['TIPO_DOCUMENTO', 'type_identification'],
  ['Correo electrónico del titular', 'email'],
  ['Tel. fijo', 'telephone'],
  ['Celular 1', 'phone'],
  ['Nombres y Apellidos', 'full_name'],
  ['Nombre', 'first_names'],
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
  expect(matches.map((match) => match.field)).toEqual(['identification', null, 'first_names'])
  expect(missingColumns(matches)).toBe(
    'Faltan columnas en el archivo: Departamento, Municipio, Dirección. Relaciónalas o usa la plantilla.',
  )
})
