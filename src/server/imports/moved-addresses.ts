import { sql } from 'kysely'
import { holdRecovery, type MovedUser } from '#server/auth/auth.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray, uuidArray } from '#server/db/arrays.ts'
import type { Target } from './settle-rows.ts'

/** A user whose address a file changes, with its client and the new address. */
type Moved = MovedUser & { client_id: string; name: string; next: string }

/**
 * What the change of one client does (CLI-02), for the clients of a file: the recovery of their accounts is held, and each new address
 * is an event. Called before the users are written.
 */
export async function recordMovedAddresses(
  tx: Tx,
  companyId: string,
  now: Date,
  targets: readonly Target[],
): Promise<void> {
  const moved = await listMoved(tx, targets)
  await holdRecovery(tx, companyId, now, moved)
  for (const { client_id, name, email, next } of moved) {
    await tx.record('client.email_changed', {
      entity_id: client_id,
      client_id,
      before: { name, email },
      after: { name, email: next },
    })
  }
}

/** The users whose address the file changes, with the one before. An empty cell changes none. */
async function listMoved(tx: Tx, targets: readonly Target[]): Promise<Moved[]> {
  if (targets.length === 0) return []
  const { rows } = await sql<Moved>`
    select u.id, u.email, u.first_name, k.id as client_id, k.name, n.email as next
    from unnest(${uuidArray(targets.map((target) => target.clientId))}::uuid[],
      ${textArray(targets.map((target) => target.main.client.email ?? null))}::text[]) n (client_id, email)
    cross join lateral (
      select * from clients k where k.company_id = (select current_company()) and k.id = n.client_id offset 0
    ) k
    join users u on u.company_id = k.company_id and u.id = k.user_id
    where u.email is distinct from n.email and n.email is not null`.execute(tx)
  return rows
}
