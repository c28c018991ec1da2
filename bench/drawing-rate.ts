const PER_SECOND_MIN = 60
const WARMED_UP = 20

/** How many documents are drawn in a second of CPU time. `draw`: the bytes of the document of a number, from 1 on. */
export async function drawingRate(bench: string, count: number, draw: (number: number) => Promise<Buffer>) {
  await drawSome(WARMED_UP, draw)
  const before = process.cpuUsage()
  const bytes = await drawSome(count, draw)
  const { user, system } = process.cpuUsage(before)
  const perSecond = count / ((user + system) / 1e6)
  return {
    bench,
    ratio: Number((perSecond / PER_SECOND_MIN).toFixed(2)),
    target: 1,
    per_second_of_a_core: Math.round(perSecond),
    kilobytes_each: Math.round(bytes / count / 1_000),
  }
}

async function drawSome(count: number, draw: (number: number) => Promise<Buffer>): Promise<number> {
  let bytes = 0
  for (let number = 1; number <= count; number += 1) bytes += (await draw(number)).length
  return bytes
}
