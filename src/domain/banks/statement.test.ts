import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { amountReader } from './column-amounts.ts'
import { headingsOf } from './headings.ts'
import { readStatement } from './statement.ts'

const today = day('2026-12-20')
const rowsOf = (text: string, separator = ';') => text.split('\n').map((line) => line.split(separator))
const read = (text: string) => {
  const result = readStatement(rowsOf(text), today)
  return 'file' in result ? result.file.movements : result.problems
}

test('TRX-03 la marca de los decimales se decide por columna', () => {
  const cases: [string[], string, number][] = [
    [['$ 1.807,00', '71.400'], '$ 1.807,00', 180_700],
    [['1,807.00'], '1,807.00', 180_700],
    [['-71.400', '60.000'], '-71.400', -7_140_000],
    [['71400,5'], '71400,5', 7_140_050],
    [['(60.000)'], '(60.000)', -6_000_000],
    [['1,500', '20.25'], '1,500', 150_000],
    [['1.500.000'], '1.500.000', 150_000_000],
    [['71400.00'], '71400.00', 7_140_000],
  ]
  for (const [column, cell, amount] of cases) expect([cell, amountReader(column)(cell)]).toEqual([cell, amount])
  expect(['abc', '', '1.2.3', '12,34.5'].map(amountReader(['1,50']))).toEqual([null, null, null, null])
})

test('TRX-03 en el archivo de Bancolombia sin títulos dos filas iguales son dos pagos y un cobro no lo es', () => {
  const row = '12345678901;0;;15122026;;71400.00;2549;PAGO PSE ACUNA ROJAS FELIPE'
  const movements = read([row, row, '12345678901;0;;15122026;;-285.60;3339;IMPTO GOBIERNO 4X1000'].join('\n'))
  expect(movements).toMatchObject([
    { line: 1, on_day: '2026-12-15', amount: 7_140_000, description: 'PAGO PSE ACUNA ROJAS FELIPE', problem: null },
    { line: 2, amount: 7_140_000, problem: null },
    { line: 3, amount: -28_560, problem: 'outgoing' },
  ])
  expect(new Set(movements.map((one) => 'key' in one && one.key)).size).toBe(3)
})

test('TRX-03 los títulos se buscan en las primeras filas, con débitos y créditos o con un solo valor', () => {
  expect(
    read(
      'Extracto de cuenta\n\nFecha;Transacción;Oficina;Documento;Débitos;Créditos;Saldo\n15/12/2026;Consignación;Tunja;1024;;71.400;9\n16/12/2026;Cuota;Tunja;;5.000;;8',
    ),
  ).toMatchObject([
    { line: 4, amount: 7_140_000, reference: '1024', method: 'consignacion', problem: null },
    { line: 5, amount: -500_000, problem: 'outgoing' },
  ])
  expect(
    read(
      'FECHA;DESCRIPCIÓN;SUCURSAL;DCTO.;VALOR;SALDO\n15/12;PAGO;;55;1,000.00;2\n31/12;PAGO;;56;1,000.00;2\nTotal;;;;;',
    ),
  ).toMatchObject([{ on_day: '2026-12-15' }, { on_day: '2025-12-31' }])
  expect(read('Fecha;Descripción;Valor;Naturaleza\n2026-12-15;Retiro;5000;D\n15122026;Abono;5000;C')).toMatchObject([
    { amount: -500_000 },
    { on_day: '2026-12-15', amount: 500_000 },
  ])
  expect(
    read(
      'CUS;Valor;Estado;Fecha-Hora creada;Referencia 1\n9;100;Aprobada;15/12/2026 10:30:00;1024\n10;100;Rechazada;15/12/2026 10:31;1025',
    ),
  ).toMatchObject([{ problem: null, reference: '9 1024' }, { problem: 'not_approved' }])
})

test('TRX-03 una fila con error dice su línea y nada del archivo se usa', () => {
  expect(read('Fecha;Descripción;Valor\n15/13/2026;Pago;100\n15/12/2026;Pago;cien')).toEqual([
    { line: 2, message: ': «15/13/2026» no es una fecha' },
    { line: 3, message: ': el valor no es un número' },
  ])
  expect(read('a;b;c\n1;2;3')).toMatchObject([{ line: 1, message: expect.stringMatching(/títulos/) }])
})

test('TRX-03 los títulos son la fila con más palabras y sin números; sin ella el archivo no tiene títulos', () => {
  const headings = (text: string) => headingsOf(rowsOf(text))
  expect(headings('Extracto\nCuenta;Ahorros\nFecha op.;Descripción;VALOR $;;\n15/12/2026;Pago;100;;')).toEqual([
    'fecha op',
    'descripcion',
    'valor',
  ])
  expect(headings('PAGOS DE DICIEMBRE;;\nzzz;100;15/12/2026\nNota: nada;;')).toEqual([])
  expect(headings('Ref 1;Ref 2\n$ 1.000;15/12/2026 10:30')).toEqual(['ref 1', 'ref 2'])
})
