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
    // `started_at` changes when the demo begins again: the browser waits for another one.
    reply: z.object({
      data: z.object({ password: z.string(), accounts: z.array(DemoAccount), started_at: z.string() }),
    }),
  },
  reset: {
    method: 'POST',
    path: '/demo/reset',
    summary: 'Borra todo lo que hay en la demostración y la empieza de nuevo',
    roles: ['superadmin', 'admin', 'financial'],
    reply: z.object({ message: z.string() }),
  },
})
