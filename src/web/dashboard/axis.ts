/** The marks of a vertical axis from 0: the last one is at or above the highest value. */
export function marksOf(highest: number): readonly number[] {
  const step = niceStep(Math.max(highest, 1) / MARKS)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, mark) => mark * step)
}

const MARKS = 3
const NICE = [1, 2, 2.5, 5, 10]

/** The next step of 1, 2, 2.5, 5 or 10 times a power of ten; an integer, because people and centavos are whole. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (NICE.find((nice) => nice * power >= least) ?? 10) * power
  return Math.max(1, Math.ceil(step))
}

const MILLION = 1_000_000

/** Pesos in the few characters of an axis: '$ 50 M' are fifty millions, '$ 500 mil' half a million. */
export function shortPesos(pesos: number): string {
  const label = (value: number): string => new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 }).format(value)
  if (pesos >= MILLION) return `$ ${label(pesos / MILLION)} M`
  return pesos >= 1_000 ? `$ ${label(pesos / 1_000)} mil` : `$ ${label(pesos)}`
}
