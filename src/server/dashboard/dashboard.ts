import { dashboardApi } from '#domain/dashboard/api.ts'
import { implement } from '#server/core/verb.ts'
import { readAdmin } from './admin.ts'
import { readFinancial } from './financial.ts'
import { readHome } from './home.ts'
import { readPlatform } from './platform.ts'

const EMPTY = { figures: [], charts: [], cuts: [], next: [] }

export const dashboard = implement(dashboardApi, {
  get: async (ctx) => {
    const { role, userId } = ctx.actor
    if (role === 'superadmin')
      return { data: { ...EMPTY, role, ...(await ctx.platform((tx) => readPlatform(tx, ctx.today))) } }
    return ctx.tx(async (tx) => {
      if (role === 'client') return { data: { ...EMPTY, role, client: await readHome(tx, userId, ctx.today) } }
      const read = role === 'financial' ? readFinancial : readAdmin
      return { data: { ...EMPTY, role, ...(await read(tx, ctx.today)) } }
    })
  },
})
