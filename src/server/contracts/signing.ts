import type { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { assertComplete, missingToSign } from '#domain/contracts/draft.ts'
import { actionProblem } from '#domain/contracts/lifecycle.ts'
import { paidBps, paidConnection, paidTotal } from '#domain/contracts/paid.ts'
import { retractionRulesOn } from '#domain/contracts/retraction.ts'
import {
  bareIdentification,
  type Choices,
  isSigner,
  type NewSignature,
  type Signing,
} from '#domain/contracts/signature.ts'
import { signedText } from '#domain/contracts/signed-text.ts'
import type { VersionChannel } from '#domain/contracts/version.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { recordConsents } from '#server/consents/consents.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type ContractCtx, changeContract, findContract } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { chosenTerms, type OfferedTerms, readOfferedTerms } from './contract-terms.ts'
import { keepSigned, textHash } from './kept-versions.ts'
import { insertSignature, insertTerm, moveContract } from './transition-queries.ts'

export const signing: Verb<typeof contractApi.signing> = (ctx, { params }) =>
  ctx.tx(async (tx) => ({ data: await readSigning(tx, ctx, await findContract(tx, ctx, params.no)) }))

/** What the client can sign today. */
export async function readSigning(tx: Tx, ctx: ContractCtx, contract: ContractRow): Promise<Signing> {
  const offered = await readOfferedTerms(tx, contract, ctx.today)
  const missing = missingToSign(contract)
  const { permanence } = offered.terms
  const connection = paidConnection(offered.terms, offered.terms)
  return {
    no_contract: contract.no_contract,
    blocked: actionProblem('sign', contract.status) ?? missing[0]?.message ?? null,
    missing,
    permanence: permanence && {
      ...permanence,
      table: permanence.table.map((value) => paidTotal(value, offered.terms)),
      connection_cost: connection.cost,
      discounted_value: connection.discounted,
    },
    asks_electronic_invoice: !offered.isElectronicAccepted,
    retraction_days: retractionRulesOn(await readParameters(tx), ctx.today).days,
    texts: choicesOf(offered).map((chosen) => ({ ...chosen, ...textOf(offered, chosen) })),
  }
}

export const sign: Verb<typeof contractApi.sign> = async (ctx, { params, body }) => {
  const channel = ctx.actor.role === 'client' ? 'portal' : 'desk'
  return { data: await signContract(ctx, params.no, body, channel), message: 'Contrato firmado exitosamente' }
}

/**
 * Fixes the signed values (price, VAT, segment and stratum), stores the exact text and its SHA-256 as the proof, and keeps the text as
 * a version. `also`: writes in the same transaction.
 */
export const signContract = (
  ctx: ContractCtx,
  no: string,
  body: NewSignature,
  channel: VersionChannel,
  also: (tx: Tx, contract: ContractRow) => Promise<void> = async () => undefined,
): Promise<Contract> =>
  changeContract(ctx, no, 'contract.signed', async (tx, contract) => {
    assertSignable(contract, body.identification)
    await also(tx, contract)
    const offered = await readOfferedTerms(tx, contract, ctx.today)
    const chosen = {
      accepts_permanence: body.accepts_permanence === true,
      accepts_renewal: body.accepts_renewal !== false,
      accepts_electronic_invoice: body.accepts_electronic_invoice === true,
    }
    const { text, text_hash } = textOf(offered, chosen)
    if (body.text_hash !== undefined && body.text_hash !== text_hash) {
      throw new Refusal('conflict', 'Las condiciones cambiaron mientras se firmaban: léelas de nuevo')
    }
    const { installation_due_on, permanence, discounted_value } = chosenTerms(offered, chosen)
    await moveContract(tx, contract, 'sign', {
      signed_at: ctx.now,
      prices_include_vat: contract.price_includes_vat,
      installation_due_on,
      discounted_value,
      permanence_months: permanence?.months ?? 0,
      permanence_from: permanence?.from_on ?? null,
      signed_vat_bps: offered.terms.vat && paidBps(offered.terms.vat),
      accepts_renewal: chosen.accepts_renewal,
    })
    // Not after the day of the signature: a service that starts before `date_contract` would have no price.
    const from = contract.date_contract < ctx.today ? contract.date_contract : ctx.today
    await insertTerm(tx, contract.id, from, {
      id: contract.plan_id,
      name: contract.plan_name,
      price: contract.price,
    })
    if (chosen.accepts_electronic_invoice && !offered.isElectronicAccepted) {
      const client = { id: contract.client_id, name: contract.client_name }
      await recordConsents(ctx, tx, client, ['electronic_invoice'], channel)
    }
    const signature_id = await insertSignature(tx, {
      contract_id: contract.id,
      name: body.name,
      identification: bareIdentification(body.identification),
      strokes: body.signature,
      text,
      text_hash: Buffer.from(text_hash, 'hex'),
      ip: ctx.caller.ip,
      user_agent: ctx.caller.userAgent,
      signed_at: ctx.now,
    })
    const { equipment_values, charges } = offered.terms
    const proof = { channel, name: body.name, signature_id, text, equipment_values, charges }
    return { signed_by: body.name, ...(await keepSigned(tx, { id: contract.id, from_on: ctx.today }, proof)) }
  })

function assertSignable(contract: ContractRow, identification: string): void {
  const reason = actionProblem('sign', contract.status)
  if (reason !== null) throw new Refusal('conflict', reason)
  assertComplete(missingToSign(contract))
  if (!isSigner(identification, contract.identification)) {
    throw refuseField('refused', 'identification', 'El documento no es el del titular del contrato')
  }
}

/** Every combination of what the client may choose. */
const choicesOf = ({ terms, isElectronicAccepted }: OfferedTerms): Choices[] =>
  [true, false].flatMap((accepts_renewal) =>
    (terms.permanence === null ? [false] : [false, true]).flatMap((accepts_permanence) =>
      (isElectronicAccepted ? [true] : [false, true]).map((accepts_electronic_invoice) => ({
        accepts_permanence,
        accepts_renewal,
        accepts_electronic_invoice,
      })),
    ),
  )

function textOf(offered: OfferedTerms, chosen: Choices): { text: string; text_hash: string } {
  const text = signedText(chosenTerms(offered, chosen))
  return { text, text_hash: textHash(text) }
}
