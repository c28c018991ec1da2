/** One of the two sides: its operations a second, measured for `seconds`. */
export type Side = (seconds: number) => Promise<number>

export type Compared = {
  ratio: number
  ours: number
  limit: number
  rounds: { ours: number; limit: number; ratio: number }[]
}

/** Until the code of every request is compiled; the limit side has less code. */
const OURS_WARM_UP_S = 9
const LIMIT_WARM_UP_S = 2

/**
 * Measures the product and its limit alternately, after a warm-up of both, so that both run under the same conditions. The ratio is
 * the median of the rounds' ratios; the absolute figures are medians and depend on the machine.
 */
export async function compare(ours: Side, limit: Side, how: { rounds: number; seconds: number }): Promise<Compared> {
  await ours(OURS_WARM_UP_S)
  await limit(LIMIT_WARM_UP_S)
  const rounds: Compared['rounds'] = []
  for (let round = 0; round < how.rounds; round += 1) {
    // The order alternates, so that a change in the machine's speed affects both sides.
    const first = round % 2 === 0 ? await ours(how.seconds) : undefined
    const limitPerS = await limit(how.seconds)
    const oursPerS = first ?? (await ours(how.seconds))
    rounds.push({ ours: rounded(oursPerS, 1), limit: rounded(limitPerS, 1), ratio: rounded(oursPerS / limitPerS, 3) })
  }
  return {
    ratio: median(rounds.map((round) => round.ratio)),
    ours: median(rounds.map((round) => round.ours)),
    limit: median(rounds.map((round) => round.limit)),
    rounds,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low = 0, high = low] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return rounded((low + high) / 2, 3)
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places))
