import { type Maintenance, platformApi } from '#domain/platform/api.ts'
import { implement, type Route } from '#server/core/verb.ts'
import { clearCachedMaintenance } from './maintenance.ts'
import { openApiOf } from './openapi.ts'
import { getMaintenance, getReadiness, updateMaintenance } from './queries.ts'
import { assertWritable } from './writable.ts'

type MaintenanceRow = { active: boolean; message: string; until: Date | null }

const maintenanceOf = (row: MaintenanceRow): Maintenance => ({
  active: row.active,
  message: row.message,
  until: row.until?.toISOString() ?? null,
})

const OK = { data: { status: 'ok' } } as const

/** Health, the OpenAPI document and the maintenance switch. `routes` is called when the document is requested. */
export const platform = (routes: () => readonly Route[]): Route[] =>
  implement(platformApi, {
    live: async () => OK,

    ready: async (ctx) => {
      await ctx.platform(getReadiness)
      await assertWritable(ctx.world)
      return OK
    },

    openapi: async () => openApiOf(routes()),

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
