import type { NewReport, SpeedCheck } from './report.ts'

type SpeedTests = Pick<NonNullable<NewReport['speedTest']>, 'test_1' | 'test_2' | 'test_3'>

/** 100 of '100 Mbps', 1000 of '1.000 Mbps'; null for a text without a number. */
export function mbpsOf(text: string): number | null {
  const [thousands] = /[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,])/.exec(text) ?? []
  if (thousands !== undefined) return Number(thousands.replaceAll('.', ''))
  const [number] = /\d+(?:[.,]\d+)?/.exec(text) ?? []
  return number === undefined ? null : Number(number.replace(',', '.'))
}

/** The warning about a contracted bandwidth that is not the one of the plan, in Mb/s; null when they agree or one is unknown (ACT-06). */
export function bandwidthProblem(bandwidth: number | null, planned: number | null): string | null {
  if (bandwidth === null || planned === null || bandwidth === planned) return null
  return `El ancho de banda del acta es ${mbpsLabel(bandwidth)} Mb/s y el plan del contrato tiene ${mbpsLabel(planned)} Mb/s: revisa cuál es`
}

const mbpsLabel = (value: number): string => String(value).replace('.', ',')

const BPS_WHOLE = 10_000

type Contracted = { download: number | null; upload: number | null }

/** How many of the tests did not reach the share of one of the contracted speeds. */
export function countUnder(tests: SpeedTests | null, contracted: Contracted, shareBps: number): number {
  return testsOf(tests).filter(
    (one) =>
      isUnder(one.speed_download, contracted.download, shareBps) ||
      isUnder(one.speed_upload, contracted.upload, shareBps),
  ).length
}

/** Whether a measured speed does not reach the share of the contracted one; false when that one is unknown. */
export const isUnder = (measured: number, contracted: number | null, shareBps: number): boolean =>
  contracted !== null && measured * BPS_WHOLE < contracted * shareBps

const testsOf = (tests: SpeedTests | null) => (tests === null ? [] : [tests.test_1, tests.test_2, tests.test_3])

/** 'Una prueba está', 'Dos pruebas están' or 'Las tres pruebas están', of a count from 1 to 3. */
export const testsLabel = (count: number, one: string, several: string): string =>
  count === 1 ? `Una prueba ${one}` : `${count === 2 ? 'Dos' : 'Las tres'} pruebas ${several}`

/**
 * Compares the tests of a report with the contracted speeds (R6.4). Each test must reach the share of both; the latency has no limit.
 * Without tests, as for television, nothing is under.
 */
export function speedCheckOf(tests: SpeedTests | null, contracted: Contracted, shareBps: number): SpeedCheck {
  const all = testsOf(tests)
  return {
    contracted_download: contracted.download,
    contracted_upload: contracted.upload,
    measured_download: meanOf(all.map((one) => one.speed_download)),
    measured_upload: meanOf(all.map((one) => one.speed_upload)),
    share_bps: shareBps,
    is_under: countUnder(tests, contracted, shareBps) > 0,
  }
}

/** The mean with one decimal; null of nothing. */
function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
}
