import { Refusal } from '#domain/core/refusal.ts'
import { type Maintenance, platformApi } from '#domain/platform/api.ts'
import type { PublicCtx, World } from '#server/core/context.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { clearCachedMaintenance } from './maintenance.ts'
import { metricsText } from './metrics.ts'
import { openApiText } from './openapi.ts'
import { getMaintenance, getReadiness, updateMaintenance } from './queries.ts'
import { VERSION } from './version.ts'
import { assertWritable } from './writable.ts'

type MaintenanceRow = { active: boolean; message: string; until: Date | null }

const maintenanceOf = (row: MaintenanceRow): Maintenance => ({
  active: row.active,
  message: row.message,
  until: row.until?.toISOString() ?? null,
})

const OK = { data: { status: 'ok', version: VERSION } } as const

const RETRY_AFTER_S = 5

/** Health, the OpenAPI document and the maintenance switch. `routes` is called when the document is first requested. */
export function platform(routes: () => readonly Route[]): Route[] {
  return implement(platformApi, {
    live: async () => OK,

    ready: async (ctx) => {
      // Also a refused password or a missing table: whatever the database answers, no request can be served.
      await readiness(ctx).catch((error: unknown) => {
        ctx.world.log.warn({ err: error instanceof Error ? error.message : String(error) }, 'the database is not ready')
        throw new Refusal('unavailable', 'La base de datos no está lista. Intenta de nuevo en unos segundos.', {
          retryAfterS: RETRY_AFTER_S,
        })
      })
      await assertWritable(ctx.world)
      return OK
    },

    openapi: async () => ({ json: await openApiText(routes()) }),

    metrics: async (ctx) => ({
      file: { name: 'metrics.txt', type: 'text/plain; version=0.0.4; charset=utf-8', bytes: await metricsText(ctx) },
    }),

    maintenance: async (ctx) => ({ data: maintenanceOf(await ctx.platform(getMaintenance)) }),

    switchMaintenance: async (ctx, { body }) => {
      const data = await ctx.platform(async (tx) => {
        const before = maintenanceOf(await getMaintenance(tx))
        const after = maintenanceOf(
          await updateMaintenance(tx, { ...body, until: body.until === null ? null : new Date(body.until) }),
        )
        await tx.record('maintenance.switched', { before, after })
        return after
      })
      clearCachedMaintenance(ctx.world)
      return { data, message: data.active ? 'Modo de mantenimiento activado' : 'Modo de mantenimiento desactivado' }
    },
  })
}

const asked = new WeakMap<World, Promise<unknown>>()

/** Asks the database, once for all callers at the same time: this call has no limits, and each question takes a connection. */
function readiness(ctx: PublicCtx): Promise<unknown> {
  const running = asked.get(ctx.world)
  if (running) return running
  const question = ctx.platform(getReadiness).finally(() => asked.delete(ctx.world))
  asked.set(ctx.world, question)
  return question
}
