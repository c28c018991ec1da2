import { monitorEventLoopDelay } from 'node:perf_hooks'
import { notFound } from '#domain/core/refusal.ts'
import { answerLines } from '#server/core/answer-counts.ts'
import type { PublicCtx, World } from '#server/core/context.ts'
import { sameBytes, tokenHash } from '#server/core/secrets.ts'
import { readWork } from './queries.ts'
import { VERSION } from './version.ts'

const delay = monitorEventLoopDelay({ resolution: 20 })
delay.enable()
const NS_PER_S = 1e9

/** The metrics of this process in the text format of Prometheus (0.0.4). Throws a Refusal 404 without the token of the operator. */
export async function metricsText(ctx: PublicCtx): Promise<Buffer> {
  assertToken(ctx)
  const work = await ctx.platform(readWork).catch(() => null)
  const lines = [
    ...gauge('enlace_info', 'The version that runs', 1, `version="${VERSION}"`),
    ...gauge('enlace_database_up', 'Whether the database answered', work === null ? 0 : 1),
    ...(work === null
      ? []
      : [
          ...gauge('enlace_jobs_failed', 'Jobs of the queue whose last try failed', work.stuck_jobs),
          ...gauge('enlace_jobs_set_aside', 'Jobs that are not tried any more', work.set_aside_jobs),
          ...gauge('enlace_messages_undelivered', 'E-mails that were not delivered', work.undelivered),
        ]),
    ...processLines(ctx.world),
    ...answerLines(ctx.world),
  ]
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** The token is compared in constant time; without METRICS_TOKEN there are no metrics. */
function assertToken({ world, caller }: PublicCtx): void {
  const { metricsToken } = world.config
  if (
    metricsToken === undefined ||
    caller.bearer === null ||
    !sameBytes(tokenHash(metricsToken), tokenHash(caller.bearer))
  )
    throw notFound('Esa dirección no existe')
}

function processLines({ pool }: World): string[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    ...gauge('nodejs_heap_size_used_bytes', 'Heap in use', heapUsed),
    ...gauge('process_cpu_seconds_total', 'Processor time', (user + system) / 1e6),
    ...gauge('process_uptime_seconds', 'Time since the start', Math.round(process.uptime())),
    ...gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop', delay.percentile(99) / NS_PER_S),
    ...gauge('enlace_pool_connections', 'Connections to the database', pool.totalCount),
    ...gauge('enlace_pool_idle', 'Connections that are free', pool.idleCount),
    ...gauge('enlace_pool_waiting', 'Requests that wait for a connection', pool.waitingCount),
  ]
}

const gauge = (name: string, help: string, value: number, labels?: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
  `${name}${labels === undefined ? '' : `{${labels}}`} ${value}`,
]
