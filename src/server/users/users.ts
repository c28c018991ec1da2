import { WHOLE_LIST_MAX } from '#domain/core/paging.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import { assertUsersOpen, type NewStaff, type StaffChanges, type StaffUser } from '#domain/users/user.ts'
import { endAllSessions, resetTwoFactor, revokeApiKeys, revokedKeysText } from '#server/auth/auth.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { countStaff, getStaff, getStaffCompany, inviteStaff, listStaff, updateStaff } from './staff.ts'

const PERSON_NOT_FOUND = 'Esa persona no existe'
const EMAIL_FIELD = 'user.email'

/** The staff of the own company, only while both integrations are on (USR-03); the first financial user needs none. */
export const users = implement(userApi, {
  list: (ctx, { query }) =>
    ownStaff(ctx, async (tx) => {
      const { is_active, role, role_users, q, sort } = query
      const filter = {
        group: role,
        role: role_users,
        q,
        sort,
        is_active: is_active === undefined ? undefined : is_active === 'true',
      }
      return listReply(query, {
        rows: (range) => listStaff(tx, filter, range),
        total: () => countStaff(tx, filter),
        whole: ctx.wholeList,
      })
    }),
  create: (ctx, { body }) => ownStaff(ctx, (tx) => inviteAndRead(tx, body.user)),
  inviteFirst: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      await getOpenCompany(tx)
      // Two requests may both find none.
      await tx.lock('first-financial')
      if ((await countStaff(tx, { role: 'financial', is_active: true })) > 0)
        throw new Refusal('conflict', 'Tu empresa ya tiene financiero: él crea los planes, los clientes y las facturas')
      return inviteAndRead(tx, { ...body.user, role: 'financial' })
    }),
  update: (ctx, { params, body }) => ownStaff(ctx, (tx) => changePerson(ctx, tx, params.id, body.user)),
  reset: (ctx, { params }) => ownStaff(ctx, (tx) => resetPerson(ctx, tx, params.id)),
})

/** The staff of the company that the superadmin chose, with or without integrations (USR-03). */
export const companyUsers = implement(companyUserApi, {
  list: (ctx) =>
    chosenStaff(ctx, async (tx) => ({ data: await listStaff(tx, {}, { offset: 0, limit: WHOLE_LIST_MAX }) })),
  create: (ctx, { body }) => chosenStaff(ctx, (tx) => inviteAndRead(tx, body.user)),
  update: (ctx, { params, body }) => chosenStaff(ctx, (tx) => changePerson(ctx, tx, params.user_id, body.user)),
  reset: (ctx, { params }) => chosenStaff(ctx, (tx) => resetPerson(ctx, tx, params.user_id)),
})

const ownStaff = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.tx(async (tx) => {
    assertUsersOpen(await getOpenCompany(tx))
    return work(tx)
  })

const chosenStaff = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.tx(async (tx) => {
    await getOpenCompany(tx)
    return work(tx)
  })

/** The company of the transaction. Refuses an unknown and a closed company. */
async function getOpenCompany(tx: Tx) {
  const company = await getStaffCompany(tx)
  if (!company) throw notFound('Esa empresa no existe')
  if (company.status === 'closed') throw new Refusal('conflict', 'Esa empresa está cerrada')
  return company
}

async function changePerson(ctx: Ctx, tx: Tx, id: string, changes: StaffChanges) {
  const before = await getOtherPerson(ctx, tx, id)
  if (before.role === 'admin' && changes.role !== undefined)
    throw refuseField('refused', 'user.role', 'Quien administra la empresa no cambia de rol: invita a otra persona')
  await updateStaff(tx, before.id, changes)
  const losesAccess = changes.is_active === false || (changes.role !== undefined && changes.role !== before.role)
  // The role is part of the session, so open sessions would keep the old role.
  if (losesAccess) await endAllSessions(tx, { company_id: ctx.companyId, id: before.id })
  const after = await getOtherPerson(ctx, tx, before.id)
  await tx.record('user.updated', { entity_id: before.id, before: eventDataOf(before), after: eventDataOf(after) })
  return { data: after, message: `Guardamos los datos de ${after.first_name}` }
}

async function resetPerson(ctx: Ctx, tx: Tx, id: string) {
  const person = await getOtherPerson(ctx, tx, id)
  if (!person.is_active) throw new Refusal('conflict', 'Primero activa a esta persona')
  await endAllSessions(tx, { company_id: ctx.companyId, id: person.id })
  const keys = await revokeApiKeys(tx, { company_id: ctx.companyId, id: person.id })
  const lostTwoFactor = await resetTwoFactor(tx, ctx, { company_id: ctx.companyId, id: person.id })
  await tx.enqueue('auth.invite', { company_id: ctx.companyId, user_id: person.id })
  await tx.record('user.reset', { entity_id: person.id, after: { username: person.username } })
  if (lostTwoFactor) await tx.record('two_factor.reset', { entity_id: person.id, after: { username: person.username } })
  return {
    data: person,
    message: `Enviamos a ${person.email ?? person.username} un enlace para crear su contraseña${keys === 0 ? '' : `.${revokedKeysText(keys)}`}`,
  }
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
