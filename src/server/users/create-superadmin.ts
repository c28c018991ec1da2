import { FIRST_PASSWORD_HOURS } from '#domain/auth/limits.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { newToken } from '#server/core/secrets.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'

const SCOPE = {
  companyId: PLATFORM_COMPANY_ID,
  actorId: null,
  actorName: 'La consola',
  actorRole: 'system',
  ip: null,
  requestId: null,
}

/**
 * Creates a superadmin with a random password, which must be changed at the first login. Returns the text for the operator, with the
 * password. Throws an Error with a Spanish sentence when the e-mail is invalid or exists already.
 */
export async function createSuperadmin(world: World, input: string): Promise<string> {
  const email = input.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new Error(`${input} no es un correo. Escríbelo completo, por ejemplo ana@miempresa.co`)
  const password = newToken('lnk').slice(4, 24)
  const passwordHash = await hashPassword(world.config.secret, password)
  await inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    const id = await insertSuperadmin(tx, email, passwordHash)
    await tx.record('user.created', { entity_id: id, after: { username: email, role: 'superadmin' } })
  }).catch((error: unknown) => {
    if (error instanceof Error && /users_company_username/.test(error.message))
      throw new Error(`Ya existe un usuario ${email}.`, { cause: error })
    throw error
  })
  return `Usuario: ${email}\nPrimera contraseña: ${password}\nSe cambia en el primer ingreso, y vence en ${FIRST_PASSWORD_HOURS} horas.`
}

/** A superadmin who must choose a password at the first login. Returns the id. */
async function insertSuperadmin(tx: Tx, email: string, passwordHash: string): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({
      company_id: PLATFORM_COMPANY_ID,
      role: 'superadmin',
      username: email,
      email,
      first_name: 'Administración',
      last_name: 'Enlace',
      password_hash: passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
