import { isSigner } from '#domain/contracts/signature.ts'
import {
  CLOSED_LINK_COPY,
  type PublicLinkState,
  publicSigningApi,
  type SigningLinkStatus,
} from '#domain/contracts/signing-link-api.ts'
import { brandOf } from '#domain/core/brand.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  counterOf,
  countFailure,
  inOwnTransaction,
  lockCounter,
  oneAtATime,
  secondsToWait,
  tooManyAttempts,
} from '#server/auth/throttle.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { type ContractCtx, findContract } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { copyToken, readCopyToken, readSigningToken } from './link-tokens.ts'
import { readSigning, signContract } from './signing.ts'
import { getLink, getSigningCompany, type OpenLinkRow, useLink } from './signing-link-queries.ts'
import { linkStatus } from './signing-links.ts'
import { getContractNumber, getVersion } from './version-queries.ts'
import { pdfReply, readDocument } from './versions.ts'

/** The only reply for a link that is false, revoked or expired, or of a contract that is void. */
const ABSENT_COPY = 'Este enlace ya no funciona. Pídele uno nuevo a tu proveedor.'
const COPY_MINUTES = 30

/** The calls of a signing link: any caller with the link and the document of the client may sign its contract, once. */
export const publicSigning = implement(publicSigningApi, {
  get: async (ctx, { params }) => {
    const { state, ...link } = await findLink(ctx, params.token)
    const { name, nit, phone, logo_url, initial_letter, color_code } = await link.tx(getSigningCompany)
    return { data: { state, company: { name, nit, phone, logo_url, initial_letter, brand: brandOf(color_code) } } }
  },

  read: async (ctx, { params, body }) => {
    const link = await openLink(ctx, params.token)
    await assertSigner(ctx, link, body.identification)
    const data = await link.tx(async (tx) => readSigning(tx, link, await findContract(tx, link, link.row.no_contract)))
    return { data }
  },

  sign: async (ctx, { params, body }) => {
    const link = await openLink(ctx, params.token)
    const { row, companyId } = link
    await assertSigner(ctx, link, body.identification)
    const contract = await signContract(link, row.no_contract, body, 'link', async (tx, before) => {
      // In the transaction of the signature: the contract is locked, so that two signatures with one link are one.
      const state = stateOf(await linkStatus(tx, row, before, ctx.now), before)
      if (state !== 'open') throw closedLink(state)
      if (!(await useLink(tx, row.id, ctx.now))) throw closedLink('signed')
    })
    const until = new Date(ctx.now.getTime() + COPY_MINUTES * 60_000)
    const kept = await link.tx((tx) => getVersion(tx, contract.id, null))
    const target = { companyId, contractId: contract.id, version: kept?.version.version ?? 1, until }
    return {
      data: {
        no_contract: contract.no_contract,
        copy_token: copyToken(ctx.world.config.secret, target),
        has_email: row.email !== null,
      },
      message: 'Contrato firmado exitosamente',
    }
  },

  copy: async (ctx, { params }) => {
    const target = readCopyToken(ctx.world.config.secret, params.token, ctx.now)
    if (!target) throw notFound(ABSENT_COPY)
    const { companyId, contractId, version } = target
    const scope = { ...SYSTEM, companyId, isReadOnly: true }
    const content = await inTransaction(ctx.world.pool, 'enlace_app', scope, async (tx) => {
      const no = await getContractNumber(tx, contractId)
      if (no === undefined) throw notFound(ABSENT_COPY)
      return readDocument(tx, await findContract(tx, staffContext(ctx), no), version, ctx.today)
    })
    return pdfReply(ctx.world, companyId, content)
  },
})

/** The context of a read of Enlace itself. */
const staffContext = ({ today }: Pick<PublicCtx, 'today'>): Pick<ContractCtx, 'actor' | 'today'> => ({
  today,
  actor: { role: 'financial', userId: '', name: 'Enlace' },
})

type LinkCtx = ContractCtx & { row: OpenLinkRow; companyId: string }

/** The context of a link that can sign. Throws a Refusal that says why another one cannot. */
async function openLink(ctx: PublicCtx, token: string): Promise<LinkCtx> {
  const { state, ...link } = await findLink(ctx, token)
  if (state !== 'open') throw closedLink(state)
  return link
}

/** Undefined: the reader learns nothing of the link. A revoked one says nothing of its contract. */
function stateOf(status: SigningLinkStatus, contract: ContractRow): PublicLinkState | undefined {
  if (status === 'open') return 'open'
  if (status === 'revoked' || contract.status === 'cancelled' || contract.status === 'terminated') return undefined
  if (contract.signed_at !== null) return 'signed'
  return status === 'changed' ? 'changed' : undefined
}

const closedLink = (state: Exclude<PublicLinkState, 'open'> | undefined): Refusal =>
  state === undefined ? notFound(ABSENT_COPY) : new Refusal('conflict', CLOSED_LINK_COPY[state])

/** The context of a link, as its client. Throws the same Refusal 'not_found' for a link that is false, revoked or expired. */
async function findLink(ctx: PublicCtx, token: string): Promise<LinkCtx & { state: PublicLinkState }> {
  const target = readSigningToken(ctx.world.config.secret, token)
  if (!target) throw notFound(ABSENT_COPY)
  const scope = {
    companyId: target.companyId,
    actorId: null,
    actorName: 'El titular, con el enlace de firma',
    actorRole: 'nobody',
    ip: ctx.caller.ip,
    requestId: ctx.requestId,
  }
  const tx: LinkCtx['tx'] = (work) => inTransaction(ctx.world.pool, 'enlace_app', scope, work)
  const row = await tx((own) => getLink(own, target.linkId))
  if (!row) throw notFound(ABSENT_COPY)
  const link: LinkCtx = {
    row,
    companyId: target.companyId,
    tx,
    now: ctx.now,
    today: ctx.today,
    caller: ctx.caller,
    actor: { role: 'client', userId: row.user_id, name: row.client_name },
  }
  const state = await tx((own) => readState(own, link))
  if (state === undefined) throw notFound(ABSENT_COPY)
  return { ...link, state }
}

async function readState(tx: Tx, link: LinkCtx): Promise<PublicLinkState | undefined> {
  if ((await getSigningCompany(tx)).status === 'closed') return undefined
  const contract = await findContract(tx, staffContext(link), link.row.no_contract)
  return stateOf(await linkStatus(tx, link.row, contract, link.now), contract)
}

/**
 * Throws a Refusal unless the document is the one of the client. Wrong ones of a link, and from a network, wait longer each time. The
 * guesses of a link are compared one after the other: each sees the count of the one before it, also with several processes.
 */
async function assertSigner(ctx: PublicCtx, { row }: LinkCtx, identification: string): Promise<void> {
  const counter = counterOf(ctx.world, 'signing', row.id)
  const network = counterOf(ctx.world, 'signing_network', networkOf(ctx.caller.ip))
  const isRight = await oneAtATime(counter, () =>
    inOwnTransaction(ctx, async (tx) => {
      await lockCounter(tx, counter)
      const wait = await secondsToWait(tx, [counter, network])
      if (wait > 0) throw tooManyAttempts(wait)
      if (isSigner(identification, row.identification)) return true
      await countFailure(tx, ctx.world, counter, network)
      return false
    }),
  )
  if (!isRight) throw refuseField('refused', 'identification', 'Ese no es el documento del titular: revísalo')
}
