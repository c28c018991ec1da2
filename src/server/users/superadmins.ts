import { type RawBuilder, sql } from 'kysely'
import { FIRST_PASSWORD_HOURS } from '#domain/auth/limits.ts'
import { instantLabel } from '#domain/core/days.ts'
import { endAllSessions, resetTwoFactor } from '#server/auth/auth.ts'
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
  const email = emailOf(input)
  const { password, passwordHash } = await newPassword(world)
  await inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    const id = await insertSuperadmin(tx, email, passwordHash)
    await tx.record('user.created', { entity_id: id, after: { username: email, role: 'superadmin' } })
  }).catch((error: unknown) => {
    if (error instanceof Error && /users_company_username/.test(error.message))
      throw new Error(`Ya existe un usuario ${email}.`, { cause: error })
    throw error
  })
  return passwordText(email, password)
}

/** A line for each superadmin: the e-mail, whether it may sign in, and when it did last. */
export async function listSuperadmins(world: World): Promise<string> {
  const found = await inTransaction(world.pool, 'enlace_platform', SCOPE, selectSuperadmins)
  if (found.length === 0) return 'Nadie administra la plataforma. Crea a alguien con: bin/enlace create-superadmin'
  return found
    .map(({ username, is_active, last_login_at }) =>
      [
        username.padEnd(40),
        (is_active ? 'activo' : 'sin acceso').padEnd(12),
        last_login_at === null ? 'no ha entrado' : `entró el ${instantLabel(last_login_at)}`,
      ].join(' '),
    )
    .join('\n')
}

/** Takes the access of a superadmin and ends the sessions. Throws when it is unknown, or the last one who may sign in. */
export async function disableSuperadmin(world: World, input: string): Promise<string> {
  const email = emailOf(input)
  const ended = await inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    await tx.lock('superadmins')
    const found = await selectSuperadmins(tx)
    const person = findOne(found, email)
    if (!found.some((other) => other.is_active && other.id !== person.id))
      throw new Error(`${email} es la única persona que administra la plataforma. Crea a otra antes.`)
    await updateSuperadmin(tx, person.id, { is_active: false })
    await tx.record('user.updated', {
      entity_id: person.id,
      before: { username: email, is_active: person.is_active },
      after: { username: email, is_active: false },
    })
    return endAllSessions(tx, { company_id: PLATFORM_COMPANY_ID, id: person.id })
  })
  return `${email} ya no puede entrar. Sesiones cerradas: ${ended}.`
}

/** Gives a superadmin another first password and its access, removes the second factor, and ends the sessions. Returns the text with the password. */
export async function resetSuperadmin(world: World, input: string): Promise<string> {
  const email = emailOf(input)
  const { password, passwordHash } = await newPassword(world)
  await inTransaction(world.pool, 'enlace_platform', SCOPE, async (tx) => {
    await tx.lock('superadmins')
    const person = findOne(await selectSuperadmins(tx), email)
    const at = { world, now: world.clock() }
    const isRemoved = await resetTwoFactor(tx, at, { company_id: PLATFORM_COMPANY_ID, id: person.id })
    await updateSuperadmin(tx, person.id, {
      password_hash: passwordHash,
      first_password_at: sql<Date>`now()`,
      is_first_login: true,
      is_active: true,
    })
    await tx.record('user.reset', { entity_id: person.id, after: { username: email } })
    if (isRemoved) await tx.record('two_factor.reset', { entity_id: person.id, after: { username: email } })
    await endAllSessions(tx, { company_id: PLATFORM_COMPANY_ID, id: person.id })
  })
  return passwordText(email, password)
}

function emailOf(input: string): string {
  const email = input.trim().toLowerCase()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email
  throw new Error(`${input} no es un correo. Escríbelo completo, por ejemplo ana@miempresa.co`)
}

async function newPassword(world: World): Promise<{ password: string; passwordHash: string }> {
  const password = newToken('lnk').slice(4, 24)
  return { password, passwordHash: await hashPassword(world.config.secret, password) }
}

const passwordText = (email: string, password: string): string =>
  `Usuario: ${email}\nPrimera contraseña: ${password}\nSe cambia en el primer ingreso, y vence en ${FIRST_PASSWORD_HOURS} horas.`

function findOne(found: readonly Superadmin[], email: string): Superadmin {
  const person = found.find(({ username }) => username === email)
  if (person === undefined)
    throw new Error(
      `Nadie administra la plataforma con el correo ${email}. Mira quiénes son: bin/enlace superadmin list`,
    )
  return person
}

type Superadmin = { id: string; username: string; is_active: boolean; last_login_at: Date | null }

const selectSuperadmins = (tx: Tx): Promise<Superadmin[]> =>
  tx
    .selectFrom('users')
    .select(['id', 'username', 'is_active', 'last_login_at'])
    .where('company_id', '=', PLATFORM_COMPANY_ID)
    .where('role', '=', 'superadmin')
    .orderBy('username')
    .execute()

const updateSuperadmin = (
  tx: Tx,
  id: string,
  changes: {
    is_active: boolean
    password_hash?: string
    first_password_at?: RawBuilder<Date>
    is_first_login?: boolean
  },
): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('company_id', '=', PLATFORM_COMPANY_ID)
    .where('id', '=', id)
    .execute()

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
