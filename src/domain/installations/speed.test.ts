import { expect, test } from 'vitest'
import { bandwidthProblem, countUnder, mbpsOf, speedCheckOf, testsLabel } from './speed.ts'

const reading = (speed_download: number, speed_upload: number) => ({ speed_download, speed_upload, speed_latency: 12 })
const tests = (...downs: [number, number, number]) => ({
  test_1: reading(downs[0], 50),
  test_2: reading(downs[1], 50),
  test_3: reading(downs[2], 50),
})
const CONTRACTED = { download: 100, upload: 50 }

test('ACT-06 una prueba por debajo de lo contratado marca el acta; en el límite justo no', () => {
  expect(speedCheckOf(tests(100, 100, 100), CONTRACTED, 10_000)).toMatchObject({
    is_under: false,
    measured_download: 100,
    measured_upload: 50,
  })
  expect(speedCheckOf(tests(140, 99.9, 140), CONTRACTED, 10_000).is_under).toBe(true)
  expect(speedCheckOf(tests(90, 90, 90), CONTRACTED, 9_000).is_under).toBe(false)
  expect(speedCheckOf(tests(90, 89.9, 90), CONTRACTED, 9_000).is_under).toBe(true)
  expect(speedCheckOf(tests(100, 100, 100), { download: 100, upload: 51 }, 10_000).is_under).toBe(true)
})

test('ACT-06 sin pruebas o sin velocidad contratada no hay nada por debajo, y el promedio lleva un decimal', () => {
  expect(speedCheckOf(null, CONTRACTED, 10_000)).toMatchObject({ is_under: false, measured_download: null })
  expect(speedCheckOf(tests(1, 1, 1), { download: null, upload: null }, 10_000).is_under).toBe(false)
  expect(speedCheckOf(tests(100, 100, 101), CONTRACTED, 10_000).measured_download).toBe(100.3)
})

test('ACT-06 el acta dice cuántas pruebas dieron menos de lo contratado', () => {
  const said = (...downs: [number, number, number]) => {
    const count = countUnder(tests(...downs), CONTRACTED, 10_000)
    return count === 0 ? null : testsLabel(count, 'está', 'están')
  }
  expect([said(100, 100, 100), said(100, 99, 100), said(99, 99, 100), said(10, 10, 10)]).toEqual([
    null,
    'Una prueba está',
    'Dos pruebas están',
    'Las tres pruebas están',
  ])
})

test('ACT-06 la velocidad del plan se lee de su texto', () => {
  expect(['100 Mbps', '2,5 Mbps', '10.5', 'sin límite', ''].map(mbpsOf)).toEqual([100, 2.5, 10.5, null, null])
})

test('ACT-06 se avisa cuando el ancho de banda del acta no es el del plan, y no cuando falta uno de los dos', () => {
  expect(bandwidthProblem(50, 100)).toBe(
    'El ancho de banda del acta es 50 Mb/s y el plan del contrato tiene 100 Mb/s: revisa cuál es',
  )
  for (const [bandwidth, planned] of [
    [100, 100],
    [null, 100],
    [50, null],
  ] as const)
    expect(bandwidthProblem(bandwidth, planned)).toBeNull()
})
