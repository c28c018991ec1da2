import { dashboardApi } from '#domain/dashboard/api.ts'
import { implement } from '#server/core/verb.ts'
import { readAdmin } from './admin.ts'
import { readFinancial } from './financial.ts'
import { readHome } from './home.ts'
import { readNetwork } from './network.ts'
import { readPlatform } from './platform.ts'
import { readDay } from './technical.ts'

const EMPTY = { figures: [], charts: [], cuts: [], next: [] }

export const dashboard = implement(dashboardApi, {
  get: async (ctx) => {
    const { role, userId } = ctx.actor
    if (role === 'superadmin')
      return { data: { ...EMPTY, role, ...(await ctx.platform((tx) => readPlatform(tx, ctx.today))) } }
    return ctx.tx(async (tx) => {
      if (role === 'client') return { data: { ...EMPTY, role, client: await readHome(tx, userId, ctx.today, ctx.now) } }
      if (role === 'technical') return { data: { ...EMPTY, role, day: await readDay(tx, userId, ctx.today) } }
      if (role === 'network') return { data: { ...EMPTY, role, ...(await readNetwork(tx, ctx.today)) } }
      const read = role === 'financial' ? readFinancial : readAdmin
      return { data: { ...EMPTY, role, ...(await read(tx, ctx.today)) } }
    })
  },
})
