import { randomUUID } from 'node:crypto'
import { missingToSign } from '#domain/contracts/draft.ts'
import { actionProblem } from '#domain/contracts/lifecycle.ts'
import { signedText } from '#domain/contracts/signed-text.ts'
import {
  SIGNING_LINK_DAYS,
  type SigningLink,
  type SigningLinkStatus,
  signingLinkApi,
} from '#domain/contracts/signing-link-api.ts'
import { brandOf } from '#domain/core/brand.ts'
import type { Day } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { paths } from '#domain/core/paths.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { countClientMail } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { findContract } from './contract-change.ts'
import { signingEmail } from './contract-mail.ts'
import { type ContractRow, lockContract } from './contract-queries.ts'
import { chosenTerms, readOfferedTerms } from './contract-terms.ts'
import { textHash } from './kept-versions.ts'
import { signingToken } from './link-tokens.ts'
import {
  getClientEmail,
  getLastLink,
  getSigningCompany,
  insertLink,
  revokeOpenLink,
  type SigningLinkRow,
} from './signing-link-queries.ts'

export const signingLinks = implement(signingLinkApi, {
  get: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const contract = await findContract(tx, ctx, params.no)
      const link = await getLastLink(tx, contract.id)
      return { data: link ? await shownLink(tx, link, contract, ctx.now) : null }
    }),

  send: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await lockContract(tx, params.no)
      const contract = await findContract(tx, ctx, params.no)
      assertSendable(contract)
      const to = await getClientEmail(tx, contract.client_id)
      if (to === null) throw new Refusal('conflict', `${contract.client_name} no tiene correo: agrégalo en su ficha`)
      await countClientMail(ctx, contract.client_id)
      await revokeOpenLink(tx, contract.id, ctx.now)
      const link = await insertLink(tx, {
        contract_id: contract.id,
        to_email: to,
        sent_on: ctx.today,
        terms_hash: Buffer.from(await termsHashOn(tx, contract, ctx.today), 'hex'),
        expires_at: new Date(ctx.now.getTime() + SIGNING_LINK_DAYS * DAY_MS),
      })
      await mailLink(tx, ctx, contract, link)
      await tx.record('contract.signing_sent', { entity_id: contract.id, after: { no_contract: params.no, to } })
      const message = `Enviamos a ${to} el enlace para firmar el contrato ${params.no}. Sirve ${SIGNING_LINK_DAYS} días`
      return { data: await shownLink(tx, link, contract, ctx.now), message }
    }),

  revoke: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await lockContract(tx, params.no)
      const contract = await findContract(tx, ctx, params.no)
      const isRevoked = await revokeOpenLink(tx, contract.id, ctx.now)
      const link = await getLastLink(tx, contract.id)
      if (!isRevoked || !link) throw new Refusal('conflict', 'Este contrato no tiene un enlace para firmar abierto')
      await tx.record('contract.signing_revoked', {
        entity_id: contract.id,
        after: { no_contract: params.no, to: link.to_email },
      })
      return {
        data: await shownLink(tx, link, contract, ctx.now),
        message: `El enlace para firmar el contrato ${params.no} ya no abre`,
      }
    }),
})

function assertSendable(contract: ContractRow): void {
  const reason = actionProblem('sign', contract.status) ?? missingToSign(contract)[0]?.message ?? null
  if (reason !== null) throw new Refusal('conflict', reason)
}

/** Queues the email with the token, which is stored nowhere else. */
async function mailLink(tx: Tx, ctx: Ctx, contract: ContractRow, link: SigningLinkRow): Promise<void> {
  const { name, color_code } = await getSigningCompany(tx)
  const token = signingToken(ctx.world.config.secret, { companyId: ctx.companyId, linkId: link.id })
  const email = signingEmail({
    companyName: name,
    brand: brandOf(color_code),
    clientName: contract.client_name,
    no_contract: contract.no_contract,
    days: SIGNING_LINK_DAYS,
    url: `${ctx.world.config.publicUrl}${paths.signingLink(token)}`,
  })
  await tx.enqueue('mail.send', { id: randomUUID(), to: link.to_email, ...email })
}

/** The SHA-256 of the terms of a draft as they are on a day, without the choices of the client. */
async function termsHashOn(tx: Tx, contract: ContractRow, on: Day): Promise<string> {
  const chosen = { accepts_permanence: false, accepts_renewal: true, accepts_electronic_invoice: false }
  const offered = await readOfferedTerms(tx, contract, on)
  // The offered clause is a part of the terms, also for a client that declines it.
  return textHash(signedText(offered.terms) + signedText(chosenTerms(offered, chosen)))
}

/** The status of a link on an instant. */
export async function linkStatus(
  tx: Tx,
  link: SigningLinkRow,
  contract: ContractRow,
  now: Date,
): Promise<SigningLinkStatus> {
  if (link.used_at !== null) return 'used'
  if (link.revoked_at !== null) return 'revoked'
  if (link.expires_at <= now) return 'expired'
  if (contract.status !== 'draft') return 'changed'
  return (await termsHashOn(tx, contract, link.sent_on)) === link.terms_hash.toString('hex') ? 'open' : 'changed'
}

/** The sentence for the desk when the link that is out does not open any more because the draft changed; null otherwise. */
export async function readClosedByChange(
  tx: Tx,
  ctx: Pick<Ctx, 'actor' | 'today' | 'now'>,
  no: string,
): Promise<string | null> {
  const contract = await findContract(tx, ctx, no)
  const link = contract.status === 'draft' ? await getLastLink(tx, contract.id) : undefined
  if (!link || (await linkStatus(tx, link, contract, ctx.now)) !== 'changed') return null
  return `El enlace para firmar que tiene ${link.to_email} ya no abre: envíale uno nuevo`
}

const shownLink = async (tx: Tx, link: SigningLinkRow, contract: ContractRow, now: Date): Promise<SigningLink> => ({
  to: link.to_email,
  status: await linkStatus(tx, link, contract, now),
  sent_at: link.sent_at.toISOString(),
  expires_at: link.expires_at.toISOString(),
})
