import { expect, test } from 'vitest'
import { progressOf } from './ImportProgressBar.tsx'

test('CLI-04 el avance dice los bytes enviados y después las filas revisadas y guardadas', () => {
  expect(progressOf({ sent: 0.456, server: null })).toEqual({ label: 'Subiendo el archivo: 45 %', part: 0.456 })
  expect(progressOf({ sent: 1, server: null })).toEqual({ label: 'Procesando el archivo', part: null })
  const at = (step: 'waiting' | 'reading' | 'checking' | 'writing', done: number, total: number) =>
    progressOf({ sent: 1, server: { step, done, total } })
  expect(at('waiting', 0, 0)).toEqual({ label: 'Esperando turno', part: null })
  expect(at('reading', 0, 0)).toEqual({ label: 'Leyendo el archivo', part: null })
  expect(at('checking', 1_200, 5_000)).toEqual({ label: 'Revisando filas: 1.200 de 5.000', part: 0.24 })
  expect(at('writing', 500, 1_163)).toMatchObject({ label: 'Guardando clientes: 500 de 1.163' })
})
