import { sql } from 'kysely'
import { authApi } from '#domain/auth/api.ts'
import type { World } from '#server/core/context.ts'
import { asRole, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { login } from './login.ts'
import { changePassword, firstLogin, stepUp } from './own-password.ts'
import { ownTwoFactor } from './own-two-factor.ts'
import { getPerson } from './queries.ts'
import { recovery, resetPassword, validateOtp } from './recovery.ts'
import { endSessions, getSessionLeft, logout, ownSessions } from './sessions.ts'
import { signedInUser } from './signed-in.ts'
import { enqueueTwoFactorEmail, removeTwoFactor } from './two-factor.ts'

const session = implement(authApi, {
  login,
  logout,
  me: async (ctx) => ({
    data: {
      user: await ctx.tx((tx) => signedInUser(tx, ctx, { company_id: ctx.actor.companyId, id: ctx.actor.userId })),
      session: await ctx.platform((tx) => getSessionLeft(tx, ctx)),
    },
  }),
  recovery,
  validateOtp,
  resetPassword,
  changePassword,
  firstLogin,
  stepUp,
  tourSeen: async (ctx) => {
    await ctx.tx(async (tx) => {
      await tx.updateTable('users').set({ tour_seen_at: sql<Date>`now()` }).where('id', '=', ctx.actor.userId).execute()
      await tx.record('user.toured', { entity_id: ctx.actor.userId })
    })
    return { data: {}, message: 'Listo' }
  },
})

export const auth = [...session, ...ownTwoFactor, ...ownSessions]

/** Ends every open session of a person of the transaction's company. Returns their number. */
export const endAllSessions = (tx: Tx, person: { company_id: string; id: string }): Promise<number> =>
  asRole(tx, 'enlace_platform', (wide) => endSessions(wide, person, 'closed'))

/**
 * Removes the second factor of a person of the transaction's company, who lost it, and notifies that person. False when there was
 * none.
 */
export async function resetTwoFactor(
  tx: Tx,
  at: { world: World; now: Date },
  { company_id, id }: { company_id: string; id: string },
): Promise<boolean> {
  const person = await asRole(tx, 'enlace_platform', async (wide) =>
    (await removeTwoFactor(wide, { company_id, id })) ? getPerson(wide, company_id, id) : null,
  )
  if (person === null) return false
  await enqueueTwoFactorEmail(tx, at, person, { kind: 'reset' })
  return true
}

export { assertFresh } from '#server/core/fresh.ts'
export { revokeApiKeys, revokedKeysText } from './api-keys.ts'
export { invite } from './invitation.ts'
export { holdRecovery, type MovedUser } from './moved-address.ts'
