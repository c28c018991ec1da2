import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

const DemoAccount = z.object({ username: z.string(), role_label: z.string(), company: z.string() })

/** Available only in the demo: its accounts, for the banner on the login screen. */
export const demoApi = api({
  accounts: {
    method: 'GET',
    path: '/demo',
    summary: 'Las cuentas del mundo de demostración',
    roles: 'public',
    duringMaintenance: true,
    reply: z.object({ data: z.object({ password: z.string(), accounts: z.array(DemoAccount) }) }),
  },
})
