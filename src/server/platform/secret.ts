import { sql } from 'kysely'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { keyFor, sameBytes } from '#server/core/secrets.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'

const SCOPE = {
  companyId: PLATFORM_COMPANY_ID,
  actorId: null,
  actorName: 'La consola',
  actorRole: 'system',
  ip: null,
  requestId: null,
}

const OTHER_SECRET =
  'ENLACE_SECRET: no es la clave con la que se guardaron las contraseñas y las llaves de esta base de datos. Escribe la de antes. Si se perdió, o si la cambias a propósito: bin/enlace replace-secret (docs/operations.md).'

/** The value that the database keeps: it proves which secret this is and does not reveal it. */
const checkOf = (world: World): Buffer => keyFor(world.config.secret, 'check')

/**
 * Proves that ENLACE_SECRET is the secret of this database; the first process writes it. Throws an Error with a Spanish sentence
 * when it is another one.
 */
export async function proveSecret(world: World): Promise<void> {
  const stored = await inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    const value = checkOf(world)
    await tx
      .insertInto('secret_checks')
      .values({ value })
      .onConflict((on) => on.column('id').doNothing())
      .execute()
    return tx.selectFrom('secret_checks').select('value').executeTakeFirstOrThrow()
  })
  if (!sameBytes(stored.value, checkOf(world))) throw new Error(OTHER_SECRET)
}

/**
 * Makes ENLACE_SECRET the secret of this database, in one transaction: integrations are turned off, since their keys cannot be
 * decrypted any more; the second factor of every user is removed; all sessions end. Passwords need a code by e-mail. Returns the text
 * for the operator. Nothing changes when the secret is already that of the database.
 */
export const replaceSecret = (world: World): Promise<string> =>
  inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    const value = checkOf(world)
    await tx.lock('secret')
    const stored = await tx.selectFrom('secret_checks').select('value').executeTakeFirst()
    if (stored && sameBytes(stored.value, value))
      return 'ENLACE_SECRET ya es la clave de esta base de datos: no cambió nada.'
    await tx
      .insertInto('secret_checks')
      .values({ value })
      .onConflict((on) => on.column('id').doUpdateSet({ value, set_at: sql<Date>`now()` }))
      .execute()
    const stopped = await stopIntegrations(tx)
    const people = await removeSecondFactors(tx)
    const keys = await tx
      .updateTable('api_tokens')
      .set({ revoked_at: sql<Date>`now()` })
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    const { numUpdatedRows } = await tx
      .updateTable('sessions')
      .set({ revoked_at: sql<Date>`now()` })
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return [
      'ENLACE_SECRET es ahora la clave de esta base de datos.',
      `Integraciones apagadas: ${stopped}. Cada empresa escribe de nuevo sus llaves en Integraciones.`,
      `Verificaciones en dos pasos quitadas: ${people}. Sesiones cerradas: ${numUpdatedRows}. Claves de la API anuladas: ${keys.numUpdatedRows}.`,
      'Nadie puede entrar con su contraseña de antes: cada persona pide un código en «¿Olvidaste tu contraseña?».',
      'Para entrar tú: bin/enlace superadmin reset <correo>',
    ].join('\n')
  })

/** Turns off what is on, and returns how many they were. The address of the events stays: the provider knows it. */
async function stopIntegrations(tx: Tx): Promise<number> {
  const { rows } = await sql<{ company_id: string; provider: string }>`
    with on_before as (select company_id, provider from credentials where is_on),
    off as (
      update credentials set sealed = '', is_on = false, tested_at = null,
        problem = 'La clave del servidor cambió: escribe las llaves de nuevo'
    ),
    flags as (
      update companies set is_wompi_integration = false, is_factus_integration = false
      where is_wompi_integration or is_factus_integration
    )
    select company_id, provider from on_before order by 1, 2`.execute(tx)
  for (const { company_id, provider } of rows)
    await tx.record('integration.stopped', { company_id, entity_id: company_id, after: { provider } })
  const senders = [...(await stopSender(tx, 'whatsapp')), ...(await stopSender(tx, 'sms'))]
  const files = await sql<{ company_id: string }>`
    update file_issuers set is_on = false where is_on returning company_id`.execute(tx)
  for (const { company_id } of files.rows) await tx.record('file_issuer.stopped', { company_id, entity_id: company_id })
  return rows.length + senders.length + files.rows.length
}

const REWRITE: Readonly<Record<'whatsapp' | 'sms', string>> = {
  whatsapp: 'La clave del servidor cambió: escribe las llaves de nuevo',
  sms: 'La clave del servidor cambió: escribe la llave de nuevo',
}

/** Empties the keys of every account of a channel of messages. Returns the companies whose account was on. */
async function stopSender(tx: Tx, provider: 'whatsapp' | 'sms'): Promise<string[]> {
  const accounts = sql.table(`${provider}_accounts`)
  const { rows } = await sql<{ company_id: string }>`
    with on_before as (select company_id from ${accounts} where is_on),
    off as (update ${accounts} set sealed = '', is_on = false, tested_at = null, problem = ${REWRITE[provider]})
    select company_id from on_before order by 1`.execute(tx)
  for (const { company_id } of rows)
    await tx.record('integration.stopped', { company_id, entity_id: company_id, after: { provider } })
  return rows.map(({ company_id }) => company_id)
}

async function removeSecondFactors(tx: Tx): Promise<number> {
  await sql`delete from two_factor_codes`.execute(tx)
  await sql`delete from two_factors`.execute(tx)
  const { rows } = await sql<{ company_id: string; id: string; username: string }>`
    update users set has_two_factor = false, updated_at = now() where has_two_factor returning company_id, id, username`.execute(
    tx,
  )
  for (const { company_id, id, username } of rows)
    await tx.record('two_factor.reset', { company_id, entity_id: id, after: { username } })
  return rows.length
}
