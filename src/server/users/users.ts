import { API_PAGE_SIZE_DEFAULT, WHOLE_LIST_MAX } from '#domain/core/paging.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import type { NewStaff, StaffUser } from '#domain/users/user.ts'
import { endAllSessions } from '#server/auth/auth.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { countStaff, getStaff, getStaffCompany, inviteStaff, listStaff, updateStaff } from './staff.ts'

const PERSON_NOT_FOUND = 'Esa persona no existe'
const EMAIL_FIELD = 'user.email'

export const users = implement(userApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { page, page_size, is_active, role, role_users, q, sort } = query
      const filter = {
        group: role,
        role: role_users,
        q,
        sort,
        is_active: is_active === undefined ? undefined : is_active === 'true',
      }
      if (page === undefined && page_size === undefined) {
        return { data: await listStaff(tx, filter, { offset: 0, limit: WHOLE_LIST_MAX }) }
      }
      const [at, size] = [page ?? 1, page_size ?? API_PAGE_SIZE_DEFAULT]
      const data = await listStaff(tx, filter, { offset: (at - 1) * size, limit: size })
      return { data, meta: { total: await countStaff(tx, filter), page: at, page_size: size } }
    }),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const company = await assertOpenCompany(tx)
      if (!company.is_wompi_integration || !company.is_factus_integration) {
        throw new Refusal('refused', 'Para gestionar usuarios conecta primero Wompi y Factus en Integraciones')
      }
      return inviteAndRead(tx, body.user)
    }),

  update: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await getOtherPerson(ctx, tx, params.id)
      await updateStaff(tx, before.id, body.user)
      const losesAccess =
        body.user.is_active === false || (body.user.role !== undefined && body.user.role !== before.role)
      // The role is part of the session, so open sessions would keep the old role.
      if (losesAccess) await endAllSessions(tx, { company_id: ctx.companyId, id: before.id })
      const after = await getOtherPerson(ctx, tx, before.id)
      await tx.record('user.updated', { entity_id: before.id, before: eventDataOf(before), after: eventDataOf(after) })
      return { data: after, message: `Guardamos los datos de ${after.first_name}` }
    }),

  reset: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const person = await getOtherPerson(ctx, tx, params.id)
      if (!person.is_active) throw new Refusal('conflict', 'Primero activa a esta persona')
      await endAllSessions(tx, { company_id: ctx.companyId, id: person.id })
      await tx.enqueue('auth.invite', { company_id: ctx.companyId, user_id: person.id })
      await tx.record('user.reset', { entity_id: person.id, after: { username: person.username } })
      return { message: `Enviamos a ${person.email ?? person.username} un enlace para crear su contraseña` }
    }),
})

export const companyUsers = implement(companyUserApi, {
  list: (ctx) =>
    ctx.tx(async (tx) => {
      await assertOpenCompany(tx)
      return { data: await listStaff(tx, {}, { offset: 0, limit: WHOLE_LIST_MAX }) }
    }),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await assertOpenCompany(tx)
      return inviteAndRead(tx, body.user)
    }),
})

/** The company of the transaction. Refuses an unknown and a closed company. */
async function assertOpenCompany(tx: Tx) {
  const company = await getStaffCompany(tx)
  if (!company) throw notFound('Esa empresa no existe')
  if (company.status === 'closed') throw new Refusal('conflict', 'Esa empresa está cerrada')
  return company
}

async function inviteAndRead(tx: Tx, user: NewStaff) {
  const id = await inviteStaff(tx, { ...user, username: user.email }, EMAIL_FIELD)
  const data = await getStaff(tx, id)
  if (!data) throw new Error('the inserted user does not exist')
  return { data, message: `Invitamos a ${user.email}: el enlace vale 72 horas` }
}

/** A staff member of the company, except the actor (USR-02). A user of another company and an unknown id get the same 404. */
async function getOtherPerson(ctx: Ctx, tx: Tx, id: string): Promise<StaffUser> {
  const person = await getStaff(tx, id)
  if (!person) throw notFound(PERSON_NOT_FOUND)
  if (person.id === ctx.actor.userId)
    throw new Refusal('conflict', 'No puedes cambiar tu propio usuario aquí: usa tu perfil')
  return person
}

const eventDataOf = ({ username, first_name, last_name, role, is_active }: StaffUser) => ({
  username,
  name: `${first_name} ${last_name}`,
  role,
  is_active,
})
