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

/** The number of keys of the API that a person created and that are valid. */
export async function countApiKeys(tx: Tx, person: { company_id: string; id: string }): Promise<number> {
  const { count } = await asRole(tx, 'enlace_platform', (wide) =>
    wide
      .selectFrom('api_tokens')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('company_id', '=', person.company_id)
      .where('user_id', '=', person.id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow(),
  )
  return count
}

/** What a person who changed the password reads about the own keys, which stay valid: programs use them. Empty when there are none. */
export function keptKeysText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' La clave de la API que creaste sigue sirviendo: si no la reconoces, anúlala en Integraciones.'
    : ` Las ${count} claves de la API que creaste siguen sirviendo: si no reconoces alguna, anúlala en Integraciones.`
}
