import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isAsobancaria, readAsobancaria } from './asobancaria.ts'
import { problemText } from './movement.ts'

/** The published example of a collection file of 2001: three payments for 231.400,50. */
const LINES_2001 = [
  '0190012345682026121500700000012345678901202612160630A01',
  '0577099980000180001',
  '0600000000000000000000000000000000000000000000102400000007140000010100000000000004001230000002000',
  '0600000000000000000000000000000000000000000000102500000006000000011500000000000004000000000003000',
  '0600000000000000000000000000000000000000000000102600000010000050031400000000000005100070000004000',
  '080000000030000000000231400500001',
  '09000000003000000000023140050',
]
const LINES_98 = [
  '01000900123456820261215007000012345678901',
  '0200000000000000000000010240000007140000010000001',
  '0200000000000000000000010250000006000000030000002',
  '09000000002000000000013140000',
]
const padded = (lines: readonly string[], width: number): string =>
  lines.map((line) => `${line.padEnd(width, ' ')}\r\n`).join('')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const read = (lines: readonly string[]) => readAsobancaria(lines.join('\r\n'))
const problemsOf = (lines: readonly string[]): string[] => {
  const result = read(lines)
  return 'problems' in result ? result.problems.map(problemText) : []
}
const withLine = (at: number, line: string): string[] => LINES_2001.map((one, index) => (index === at ? line : one))

test('TRX-03 el archivo Asobancaria 2001 se lee igual completo o sin los espacios del final', () => {
  const whole = padded(LINES_2001, 162)
  expect(hashOf(whole)).toBe('11bd2a974c91f208dc9db42433c5091ef39a35ca36552f9c20b26d67fd3869cf')
  const result = readAsobancaria(whole)
  expect(readAsobancaria(padded(LINES_2001, 0))).toEqual(result)
  expect(readAsobancaria(padded(LINES_2001, 200))).toEqual(result)
  expect(isAsobancaria(whole)).toBe(true)
  expect(result).toMatchObject({
    file: {
      format: 'asobancaria_2001',
      nit: '9001234568',
      source: 'Banco 007, 15/12/2026, modificador A',
      counts: 'details',
      movements: [
        {
          line: 3,
          on_day: '2026-12-15',
          reference: '1024',
          amount: 7_140_000,
          description: 'Efectivo en ventanilla',
          method: 'consignacion',
          problem: null,
        },
        { line: 4, reference: '1025', amount: 6_000_000, description: 'Internet', method: 'transferencia' },
        { line: 5, reference: '1026', amount: 10_000_050, description: 'Débito automático', method: 'transferencia' },
      ],
    },
  })
})

test('TRX-03 el archivo Asobancaria 98 se reconoce por su segunda línea', () => {
  const whole = padded(LINES_98, 128)
  expect(hashOf(whole)).toBe('19e6148633c896d3acf6625d5e3a23249413ac2b9b514fda910d067bd2c6e724')
  expect(readAsobancaria(whole)).toMatchObject({
    file: {
      format: 'asobancaria_98',
      nit: '9001234568',
      source: 'Banco 007, 15/12/2026',
      movements: [
        { reference: '1024', amount: 7_140_000 },
        { reference: '1025', amount: 6_000_000 },
      ],
    },
  })
})

test('TRX-03 los registros de control pueden contar también los encabezados, y un pago devuelto no entra', () => {
  const counted = withLine(5, '080000000050000000000231400500001')
  expect(read(counted)).toMatchObject({ file: { counts: 'records' } })
  const returned = withLine(3, `${LINES_2001[3]?.slice(0, 94)}012`)
  expect(read(returned)).toMatchObject({ file: { movements: [{ problem: null }, { problem: 'returned' }, {}] } })
})

test('TRX-03 un archivo dañado se rechaza entero y dice la línea y la posición', () => {
  const cases: [string[], string][] = [
    [
      withLine(5, '080000000030000000000231400510001'),
      'Línea 6, posiciones 12 a 29: el total dice $ 231.400,51 y los pagos del lote suman $ 231.400,50',
    ],
    [
      withLine(5, '080000000040000000000231400500001'),
      'Línea 6, posiciones 3 a 11: el número de registros dice 4 y el lote tiene 3',
    ],
    [[...LINES_2001.slice(0, 1), ...LINES_2001.slice(2)], 'Línea 2: hay un pago (06) antes del registro 05 de su lote'],
    [
      LINES_2001.slice(0, 6),
      'Línea 6: falta el registro 09, el archivo está incompleto. Descárgalo otra vez del banco',
    ],
    [[LINES_2001[0] ?? '', ...LINES_2001], 'Línea 2: hay un segundo registro 01'],
    [
      withLine(2, `${LINES_2001[2]?.slice(0, 52)}X${LINES_2001[2]?.slice(53)}`),
      'Línea 3, posiciones 51 a 64: el valor debe tener solo números y dice «00X00007140000»',
    ],
    [
      withLine(0, '0190012345682026131500700000012345678901202612160630A01'),
      'Línea 1, posiciones 13 a 20: la fecha de recaudo «20261315» no es una fecha AAAAMMDD que exista',
    ],
    [[...LINES_2001, LINES_2001[2] ?? ''], 'Línea 8: hay datos después del registro 09'],
  ]
  for (const [lines, message] of cases) expect(problemsOf(lines)[0]).toBe(message)
})
