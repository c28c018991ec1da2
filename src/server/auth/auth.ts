import { sql } from 'kysely'
import { authApi } from '#domain/auth/api.ts'
import { asRole, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { login } from './login.ts'
import { changePassword, firstLogin, stepUp } from './own-password.ts'
import { recovery, resetPassword, validateOtp } from './recovery.ts'
import { closeOthers, closeSession, endSessions, logout, sessions } from './sessions.ts'
import { signedInUser } from './signed-in.ts'

export const auth = implement(authApi, {
  login,
  logout,
  me: (ctx) =>
    ctx.tx(async (tx) => ({ data: { user: await signedInUser(tx, ctx.actor.companyId, ctx.actor.userId) } })),
  recovery,
  validateOtp,
  resetPassword,
  changePassword,
  firstLogin,
  stepUp,
  sessions,
  closeSession,
  closeOthers,
  tourSeen: async (ctx) => {
    await ctx.tx(async (tx) => {
      await tx.updateTable('users').set({ tour_seen_at: sql<Date>`now()` }).where('id', '=', ctx.actor.userId).execute()
      await tx.record('user.toured', { entity_id: ctx.actor.userId })
    })
    return { data: {}, message: 'Listo' }
  },
})

/** Ends every open session of a person of the transaction's company. Returns their number. */
export const endAllSessions = (tx: Tx, person: { company_id: string; id: string }): Promise<number> =>
  asRole(tx, 'enlace_platform', (wide) => endSessions(wide, person, 'closed'))

export { assertFresh } from '#server/core/fresh.ts'
export { invite } from './invitation.ts'
export { holdRecovery, type MovedUser } from './moved-address.ts'
