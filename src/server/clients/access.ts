import { Refusal } from '#domain/core/refusal.ts'
import { invite } from '#server/auth/auth.ts'
import { countJobMail } from '#server/auth/throttle.ts'
import type { BulkWork } from '#server/bulk/action.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { type ClientDetail, lockClient } from './queries.ts'

/** Sends a client the link for its first password; without an address the result is the link, else null. Throws a Refusal. */
export async function sendAccess(
  at: { world: World; companyId: string },
  tx: Tx,
  client: ClientDetail,
): Promise<string | null> {
  if (!client.user.is_active) throw new Refusal('conflict', 'Activa primero el acceso de este cliente')
  const link = await invite(at, tx, { id: client.user_id, email: client.email })
  await tx.record('client.access_sent', { entity_id: client.id, after: { name: client.name, email: client.email } })
  return link
}

/**
 * Sends the access to each client of a batch that has not entered yet. One who already did keeps its password: a list is not a reason
 * to change it.
 */
export const sendAccesses: Extract<BulkWork, { kind: 'rows' }>['run'] = async (job, tx, rows) => {
  const failures = new Map<string, string>()
  for (const { id } of rows) {
    const client = await lockClient(tx, id)
    const reason = client === undefined ? 'Ese cliente ya no existe' : notSentReason(client)
    if (client === undefined || reason !== null) {
      failures.set(id, reason ?? '')
      continue
    }
    const limit = await countJobMail(tx, job.world, id)
    try {
      if (limit !== null) throw new Refusal('too_many', limit)
      await sendAccess(job, tx, client)
    } catch (error) {
      // A refusal is thrown before anything is written.
      if (!(error instanceof Refusal)) throw error
      failures.set(id, error.message)
    }
  }
  return failures
}

function notSentReason({ email, user }: ClientDetail): string | null {
  if (!user.is_first_login) return 'Ya entró y tiene su contraseña: no necesita el acceso'
  return email === null ? 'No tiene correo: entrégale el enlace desde su ficha' : null
}
