import { createHash } from 'node:crypto'
import type { contractApi } from '#domain/contracts/api.ts'
import { installationDueOn } from '#domain/contracts/deadlines.ts'
import { assertComplete, missingToSign } from '#domain/contracts/draft.ts'
import { actionProblem } from '#domain/contracts/lifecycle.ts'
import { permanenceEndsOn, permanenceTable } from '#domain/contracts/permanence.ts'
import { contractRulesOn } from '#domain/contracts/rules.ts'
import { bareIdentification, isSigner } from '#domain/contracts/signature.ts'
import { type SignedTerms, signedText } from '#domain/contracts/signed-text.ts'
import type { Day } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { serviceVat, vatRulesOn } from '#domain/taxes/vat.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { changeContract, findContract } from './contract-change.ts'
import { type ContractRow, getContractCompany } from './contract-queries.ts'
import { insertSignature, insertTerm, moveContract } from './transition-queries.ts'

export const signing: Verb<typeof contractApi.signing> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    const terms = await termsOf(tx, ctx, contract)
    const clause = clauseOf(contract, ctx.today)
    const missing = missingToSign(contract)
    return {
      data: {
        no_contract: contract.no_contract,
        blocked: actionProblem('sign', contract.status) ?? missing[0]?.message ?? null,
        missing,
        ...textOf({ ...terms, permanence: null }),
        permanence: clause && { ...clause, ...textOf({ ...terms, permanence: clause }) },
      },
    }
  })

/** Fixes the signed values (price, VAT, segment and stratum) and stores as proof the exact text and its SHA-256 digest. */
export const sign: Verb<typeof contractApi.sign> = async (ctx, { params, body }) => {
  const data = await changeContract(ctx, params.no, 'contract.signed', async (tx, contract) => {
    assertSignable(contract, body.identification)
    const terms = await termsOf(tx, ctx, contract)
    const permanence = body.accepts_permanence === true ? clauseOf(contract, ctx.today) : null
    const { text, text_hash } = textOf({ ...terms, permanence })
    if (body.text_hash !== undefined && body.text_hash !== text_hash) {
      throw new Refusal('conflict', 'Las condiciones cambiaron mientras se firmaban: léelas de nuevo')
    }
    await moveContract(tx, contract, 'sign', {
      signed_at: ctx.now,
      prices_include_vat: contract.price_includes_vat,
      installation_due_on: terms.installation_due_on,
      permanence_months: permanence?.months ?? 0,
      permanence_from: permanence?.from_on ?? null,
    })
    // Not after the day of the signature: a service that starts before `date_contract` would have no price.
    const from = contract.date_contract < ctx.today ? contract.date_contract : ctx.today
    await insertTerm(tx, contract.id, from, {
      id: contract.plan_id,
      name: contract.plan_name,
      price: contract.price,
    })
    await insertSignature(tx, {
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
    return { signed_by: body.name, text_hash }
  })
  return { data, message: 'Contrato firmado exitosamente' }
}

function assertSignable(contract: ContractRow, identification: string): void {
  const reason = actionProblem('sign', contract.status)
  if (reason !== null) throw new Refusal('conflict', reason)
  assertComplete(missingToSign(contract))
  if (!isSigner(identification, contract.identification)) {
    throw refuseField('refused', 'identification', 'El documento no es el del titular del contrato')
  }
}

/** The permanence clause of the draft, from today on. Null without a discount, or when the client declined it. */
function clauseOf(contract: ContractRow, today: Day): SignedTerms['permanence'] {
  const months = contract.permanence_months
  if (months === 0 || contract.discounted_value === 0) return null
  return {
    months,
    from_on: today,
    ends_on: permanenceEndsOn(today, months),
    table: permanenceTable(contract.discounted_value, months),
  }
}

async function termsOf(tx: Tx, ctx: Ctx, contract: ContractRow): Promise<Omit<SignedTerms, 'permanence'>> {
  const [company, parameters] = [await getContractCompany(tx), await readParameters(tx)]
  const rules = contractRulesOn(parameters, ctx.today)
  return {
    no_contract: contract.no_contract,
    company,
    client: { ...contract, name: contract.client_name },
    place: contract,
    plan: { ...contract, name: contract.plan_name },
    price: contract.price,
    price_includes_vat: contract.price_includes_vat,
    vat: serviceVat(contract, vatRulesOn(parameters, ctx.today)),
    date_contract: contract.date_contract,
    billing_cut_day: contract.billing_cut_day,
    connection_cost: contract.connection_cost,
    discounted_value: contract.discounted_value,
    signed_on: ctx.today,
    installation_days: rules.installationDays,
    installation_due_on: installationDueOn(ctx.today, rules.installationDays),
    termination_notice: rules.terminationNotice,
  }
}

function textOf(terms: SignedTerms): { text: string; text_hash: string } {
  const text = signedText(terms)
  return { text, text_hash: createHash('sha256').update(text).digest('hex') }
}
