import { clientApi } from '#domain/clients/api.ts'
import { type Client, segmentOf } from '#domain/clients/client.ts'
import { STATEMENT_MONTHS, type Statement, type StatementFormat } from '#domain/clients/statement.ts'
import { addMonths, type Day } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { findMunicipality, isPlaceProblem, type Municipality } from '#domain/places/place.ts'
import { assertFresh, endAllSessions, holdRecovery } from '#server/auth/auth.ts'
import { countClientMail } from '#server/auth/throttle.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { recordConsents } from '#server/consents/consents.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import { queuePerKey } from '#server/core/queue.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { sendAccess } from './access.ts'
import { countClients, getClient, listAllClients, listClients, lockClient, totalDebt } from './queries.ts'
import { statementOf } from './statement.ts'
import { drawStatement } from './statement-drawing.ts'
import { statementCsv, statementXlsx } from './statement-file.ts'
import {
  insertClient,
  insertClientUser,
  listTakenUsernames,
  personNames,
  updateAccess,
  updateClient,
  updateClientUser,
  usernamesFor,
} from './writes.ts'

const NOT_FOUND = 'Ese cliente no existe'
const DUPLICATE = 'Ya existe un cliente con esta cédula'

export const clients = implement(clientApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { ...query, today: ctx.today }
      return listReply(query, {
        rows: (range) => listClients(tx, filter, range),
        total: () => countClients(tx, filter),
        all: () => listAllClients(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  total: (ctx, { query }) =>
    ctx.tx(async (tx) => ({ data: { debt: await totalDebt(tx, { ...query, today: ctx.today }) } })),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await visibleClient(ctx, tx, params.id) })),

  findByCedula: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const client = await getClient(tx, { identification: params.cedula.toUpperCase() })
      if (!client) throw notFound(NOT_FOUND)
      return { data: client }
    }),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const place = placeOf(body.client.department, body.client.city)
      // Two users may create the same client at once: the second request is refused and leaves no user without a client.
      await tx.lock(`client:${body.client.identification}`)
      if (await getClient(tx, { identification: body.client.identification })) throw duplicateIdentification()
      const userId = await insertClientUser(tx, body.client, await freeUsername(tx, body.client.identification))
      const inserted = await insertClient(tx, body.client, userId, place)
      if (!inserted) throw duplicateIdentification()
      const after = await writtenClient(tx, inserted.id)
      await tx.record('client.created', { entity_id: after.id, after: clientEventData(after) })
      await recordConsents(ctx, tx, after, [...new Set(body.client.consents)])
      return { data: after, message: 'Cliente creado exitosamente' }
    }),

  update: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await lockClient(tx, params.id)
      if (!before) throw notFound(NOT_FOUND)
      const changes = body.client
      if (changes.email !== undefined && (changes.email ?? null) !== before.email) assertFresh(ctx)
      const isMoved = changes.department !== undefined || changes.city !== undefined
      const place = isMoved ? placeOf(changes.department ?? before.department, changes.city ?? before.city) : null
      if (changes.type_identification !== undefined && changes.segment === undefined) {
        changes.segment = segmentOf({ type_identification: changes.type_identification, segment: before.segment })
      }
      await updateClient(tx, before.id, changes, place).catch((error: unknown) => {
        throw sqlState(error) === '23505'
          ? duplicateIdentification()
          : sqlState(error) === '23514'
            ? missingName()
            : error
      })
      const after = await writtenClient(tx, before.id)
      await updateClientUser(tx, before.user_id, namesAndEmail(after))
      await tx.record('client.updated', {
        entity_id: after.id,
        before: clientEventData(before),
        after: clientEventData(after),
      })
      if (after.email !== before.email) await recordMovedAddress(ctx, tx, before, after)
      return { data: await writtenClient(tx, before.id), message: 'Cliente actualizado exitosamente' }
    }),

  switchStatus: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await lockClient(tx, params.id)
      if (!before) throw notFound(NOT_FOUND)
      const isActive = body.is_active ?? !before.user.is_active
      await updateAccess(tx, before.user_id, isActive)
      if (!isActive) await endAllSessions(tx, { company_id: ctx.actor.companyId, id: before.user_id })
      await tx.record('client.status_switched', {
        entity_id: before.id,
        before: { name: before.name, is_active: before.user.is_active },
        after: { name: before.name, is_active: isActive },
      })
      return {
        data: await writtenClient(tx, before.id),
        message: isActive ? 'Cliente activado' : 'Cliente desactivado',
      }
    }),

  statement: (ctx, { params, query }) =>
    ctx.tx(async (tx) => ({ data: await readStatement(ctx, tx, params.id, query) })),

  statementFile: async (ctx, { params, query: { format = 'pdf', ...period } }) => {
    const { issuer, statement } = await ctx.tx(async (tx) => ({
      issuer: await readLetterhead(tx),
      statement: await readStatement(ctx, tx, params.id, period),
    }))
    const { world, today, actor } = ctx
    const drawn = () =>
      queueStatement(actor.userId, () =>
        storedWithLogo(world, actor.companyId, { issuer, statement, today }, (logo) =>
          drawStatement(issuer, logo, statement, today),
        ),
      )
    const bytes = await { pdf: drawn, xlsx: () => statementXlsx(statement), csv: () => statementCsv(statement) }[
      format
    ]()
    const name = `estado-de-cuenta-${statement.client.identification}-${statement.to}.${format}`
    return { file: { name, type: FILE_TYPES[format], bytes } }
  },

  access: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const client = await lockClient(tx, params.id)
      if (!client) throw notFound(NOT_FOUND)
      // The link in the reply opens the account of the client: an open session alone must not get it.
      if (client.user.is_active && client.email === null) assertFresh(ctx)
      else if (client.user.is_active) await countClientMail(ctx, client.id)
      const link = await sendAccess(ctx, tx, client)
      return link === null
        ? { data: { sent_to: client.email, link: null }, message: `Enviamos el acceso a ${client.email}` }
        : { data: { sent_to: null, link }, message: 'Este cliente no tiene correo: entrégale el enlace' }
    }),
})

const FILE_TYPES: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

const duplicateIdentification = (): Refusal => refuseField('duplicate', 'client.identification', DUPLICATE)
const missingName = (): Refusal =>
  refuseField('invalid', 'client.first_name', 'Escribe nombre y apellido, o la razón social')

/** Codes and links go to this address: its owner learns of the change at the old one, and has time before the new one can be used. */
async function recordMovedAddress(
  ctx: Ctx,
  tx: Tx,
  before: Client & { user_id: string },
  after: Client,
): Promise<void> {
  const moved = { id: before.user_id, first_name: personNames(namesAndEmail(before)).first_name }
  await holdRecovery(tx, ctx.actor.companyId, ctx.now, [{ ...moved, email: before.email }])
  await tx.record('client.email_changed', {
    entity_id: after.id,
    before: { name: after.name, email: before.email },
    after: { name: after.name, email: after.email },
  })
}

/** A client sees only itself; another client is the same 404 as a missing one. */
async function visibleClient(ctx: Ctx, tx: Tx, id: string): Promise<Client> {
  const client = await getClient(tx, { id })
  if (!client || (ctx.actor.role === 'client' && client.user_id !== ctx.actor.userId)) throw notFound(NOT_FOUND)
  return client
}

/** The statement of a visible client. Without dates, of the last STATEMENT_MONTHS. */
async function readStatement(
  ctx: Ctx,
  tx: Tx,
  clientId: string,
  period: { from?: Day | undefined; to?: Day | undefined },
): Promise<Statement> {
  const { id, name, identification } = await visibleClient(ctx, tx, clientId)
  const to = period.to ?? ctx.today
  const from = period.from ?? addMonths(to, -STATEMENT_MONTHS)
  if (from > to) throw refuseField('invalid', 'from', 'La fecha inicial va antes de la final')
  return statementOf(tx, { id, name, identification }, { from, to, today: ctx.today })
}

async function writtenClient(tx: Tx, id: string): Promise<Client> {
  const client = await getClient(tx, { id })
  if (!client) throw new Error('the written client is missing')
  return client
}

function placeOf(department: string, city: string): Municipality {
  const place = findMunicipality(department, city)
  if (isPlaceProblem(place)) throw refuseField('invalid', `client.${place.field}`, place.message)
  return place
}

async function freeUsername(tx: Tx, identification: string): Promise<string> {
  const { initial_letter } = await tx.selectFrom('companies').select('initial_letter').executeTakeFirstOrThrow()
  const names = usernamesFor(identification, initial_letter)
  const inUse = await listTakenUsernames(tx, names)
  const free = names.find((name) => !inUse.has(name))
  if (free === undefined) throw new Refusal('conflict', 'No quedan nombres de usuario para esta identificación')
  return free
}

const namesAndEmail = (client: Client) => ({
  business_name: client.business_name,
  email: client.email,
  ...(client.first_name === null ? {} : { first_name: client.first_name }),
  ...(client.last_name === null ? {} : { last_name: client.last_name }),
})

/** The fields of a client that the audit log keeps: its own data, without contracts, user and balance. */
function clientEventData({
  contracts: _contracts,
  user: _user,
  balance: _balance,
  avatar_url: _avatar,
  ...client
}: Client) {
  const { user_id: _person, createdAt: _created, updatedAt: _updated, ...data } = { user_id: '', ...client }
  return data
}

/** A statement may have any period, so a person draws one at a time: drawing takes the processor from other requests. */
const queueStatement = queuePerKey({
  concurrency: 1,
  waitingMax: 2,
  refusal: () =>
    new Refusal('too_many', 'Ya estamos haciendo tu estado de cuenta. Espera un momento y vuelve a intentar.', {
      retryAfterS: 2,
    }),
})
