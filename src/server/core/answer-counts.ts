import type { World } from './context.ts'

/** The upper limits of the classes of time of a reply, in seconds. */
const BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const

type Series = { labels: string; count: number; seconds: number; buckets: number[] }

const seriesByWorld = new WeakMap<World, Map<string, Series>>()

/** Counts one reply of this process. `route`: the pattern of the path, so that the number of series is bounded. */
export function countAnswer(
  world: World,
  { method, route, status, ms }: { method: string; route: string; status: number; ms: number },
): void {
  const all = seriesByWorld.get(world) ?? new Map<string, Series>()
  seriesByWorld.set(world, all)
  const labels = `method="${method}",route="${route}",status="${status}"`
  const series = all.get(labels) ?? { labels, count: 0, seconds: 0, buckets: BUCKETS_S.map(() => 0) }
  all.set(labels, series)
  const seconds = ms / 1_000
  series.count += 1
  series.seconds += seconds
  BUCKETS_S.forEach((limit, at) => {
    if (seconds <= limit) series.buckets[at] = (series.buckets[at] ?? 0) + 1
  })
}

/** The replies of this process as a histogram of Prometheus. */
export function answerLines(world: World): string[] {
  const name = 'enlace_http_request_seconds'
  return [
    `# HELP ${name} Time of each reply, by route and status`,
    `# TYPE ${name} histogram`,
    ...[...(seriesByWorld.get(world)?.values() ?? [])].flatMap(({ labels, count, seconds, buckets }) => [
      ...BUCKETS_S.map((limit, at) => `${name}_bucket{${labels},le="${limit}"} ${buckets[at] ?? 0}`),
      `${name}_bucket{${labels},le="+Inf"} ${count}`,
      `${name}_sum{${labels}} ${seconds.toFixed(3)}`,
      `${name}_count{${labels}} ${count}`,
    ]),
  ]
}
