import { sql } from 'kysely'
import { asRole, type Tx } from '#server/core/tx.ts'

/**
 * Revokes the keys of the API that a person created, because the password is reset: someone with the old password may have created one.
 * Records each, in the name of `actor` or of the transaction. Returns their number.
 */
export async function revokeApiKeys(
  tx: Tx,
  person: { company_id: string; id: string },
  actor?: { id: string | null; name: string; role: string },
): Promise<number> {
  const revoked = await asRole(tx, 'enlace_platform', (wide) =>
    wide
      .updateTable('api_tokens')
      .set({ revoked_at: sql<Date>`now()` })
      .where('company_id', '=', person.company_id)
      .where('user_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['id', 'name'])
      .execute(),
  )
  for (const { id, name } of revoked) {
    const details = { company_id: person.company_id, entity_id: id, before: { name } }
    await tx.record('api_token.revoked', actor === undefined ? details : { ...details, actor })
  }
  return revoked.length
}

/** What a person reads about the keys that a reset revoked. Empty when there were none. */
export function revokedKeysText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' Anulamos la clave de la API que se había creado con este usuario: si un programa la usa, crea otra.'
    : ` Anulamos las ${count} claves de la API que se habían creado con este usuario: si un programa las usa, crea otras.`
}
