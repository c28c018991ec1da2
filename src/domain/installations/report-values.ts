export const TESTS = ['test_1', 'test_2', 'test_3'] as const
export const MEASURES = ['speed_download', 'speed_upload', 'speed_latency'] as const

/** What the user typed or chose, by the name of the field; the name inside a group is 'speedTest.test_1.speed_upload'. Absent is empty. */
export type Values = Readonly<Record<string, string>>

const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/

/**
 * A typed decimal: '12,5' and '12.5' are 12.5. Null when it is not a number, and for '1.000', which some people write for a thousand and
 * others for one.
 */
export function numberOf(text: string | undefined): number | null {
  const typed = (text ?? '').trim()
  if (THOUSANDS.test(typed)) return null
  const plain = typed.replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** The mean of a measure over the tests that have it, to one decimal. Null without any. */
export function averageOf(values: Values, measure: (typeof MEASURES)[number]): number | null {
  const found = TESTS.map((test) => numberOf(values[`speedTest.${test}.${measure}`])).filter((one) => one !== null)
  if (found.length === 0) return null
  return Math.round((found.reduce((sum, one) => sum + one, 0) / found.length) * 10) / 10
}
