import { contractApi } from '#domain/contracts/api.ts'
import type { OpenCession } from '#domain/contracts/cession.ts'
import { assertOffered, changedValues, newContractValues } from '#domain/contracts/draft.ts'
import { assertUse } from '#domain/contracts/use.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { placeOf } from '#server/places/places.ts'
import { type CessionRow, getOpenCession } from './cession-queries.ts'
import {
  changeContract,
  contractEventData,
  findContract,
  readContract,
  rulesOn,
  vatRulesOfDay,
  visibilityOf,
} from './contract-change.ts'
import { contractOf } from './contract-of.ts'
import { getContractCompany, getHolder, getOfferedPlan, listTechnicians } from './contract-queries.ts'
import { getContractDefaults } from './defaults-queries.ts'
import { cancel, terminate, terminatePreview, withdrawTermination } from './ending.ts'
import { countContracts, listContracts, listMunicipalities } from './list-queries.ts'
import { cancelPause, pause, pausePreview } from './pausing.ts'
import { listWaitingCharges } from './pending-charges.ts'
import { cancelPlanChange, changePlan, changePlanPreview } from './plan-change.ts'
import { reconnect, reconnectPreview } from './reconnection.ts'
import { readCancelled } from './refund-queries.ts'
import { shownRetraction } from './retraction.ts'
import { activate, suspend, suspendPreview } from './service-status.ts'
import { sign, signing } from './signing.ts'
import { readClosedByChange } from './signing-links.ts'
import { upcomingTransfer } from './transfer-queries.ts'
import { insertContract, updateValues } from './transition-queries.ts'
import { pdf, text, versions } from './versions.ts'

export const contracts = implement(contractApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { ...query, visibility: visibilityOf(ctx.actor), today: ctx.today }
      const vatRules = await vatRulesOfDay(tx, ctx.today)
      return listReply(query, {
        rows: async (range) =>
          (await listContracts(tx, filter, range)).map((row) => contractOf(row, ctx.today, vatRules)),
        total: () => countContracts(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const contract = await readContract(tx, ctx, params.no)
      return {
        data: {
          ...contract,
          pending_charges: await listWaitingCharges(tx, contract.id),
          upcoming_transfer: await upcomingTransfer(tx, contract.id),
          cession: ctx.actor.role === 'financial' ? cessionOf(await getOpenCession(tx, contract.id)) : null,
          retraction: await shownRetraction(tx, contract, ctx.today),
          cancelled: contract.status === 'cancelled' ? await readCancelled(tx, contract.id) : null,
        },
      }
    }),

  municipalities: (ctx) => ctx.tx(async (tx) => ({ data: await listMunicipalities(tx) })),

  technicians: (ctx) => ctx.tx(async (tx) => ({ data: await listTechnicians(tx) })),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const input = body.contract
      const client = await getHolder(tx, input.client_id)
      if (!client) throw refuseField('not_found', 'contract.client_id', 'Ese cliente no existe')
      await assertPlan(tx, input.plan_id)
      const values = newContractValues(input, {
        place: placeOf(input.department, input.city),
        client,
        defaults: (await getContractDefaults(tx)) ?? null,
        permanenceMax: (await rulesOn(tx, ctx.today)).permanenceMax,
      })
      const { initial_letter } = await getContractCompany(tx)
      const no = await insertContract(tx, client.id, initial_letter, values)
      const after = await findContract(tx, ctx, no)
      await tx.record('contract.created', { entity_id: after.id, after: contractEventData(after) })
      return { data: await readContract(tx, ctx, no), message: 'Contrato creado exitosamente' }
    }),

  update: async (ctx, { params, body }) => {
    const changes = body.contract
    const data = await changeContract(ctx, params.no, 'contract.updated', async (tx, before) => {
      const values = changedValues(before, changes, {
        place: placeOf(changes.department ?? before.department, changes.city ?? before.city, before),
        permanenceMax: (await rulesOn(tx, ctx.today)).permanenceMax,
      })
      // The client may have become a business, or a home, since the draft was made.
      if (before.status === 'draft') assertUse(values.segment, before.client_segment, 'contract.segment')
      if (values.plan_id !== before.plan_id) await assertPlan(tx, values.plan_id)
      await updateValues(tx, before.id, values)
      return undefined
    })
    const message = 'Contrato actualizado exitosamente'
    const link = await ctx.tx((tx) => readClosedByChange(tx, ctx, params.no))
    return { data, message: link === null ? message : `${message}. ${link}` }
  },

  signing,
  sign,
  versions,
  text,
  pdf,
  activate,
  suspendPreview,
  suspend,
  pausePreview,
  pause,
  cancelPause,
  reconnectPreview,
  reconnect,
  terminatePreview,
  terminate,
  withdrawTermination,
  changePlanPreview,
  changePlan,
  cancelPlanChange,
  cancel,
})

const cessionOf = (row: CessionRow | undefined): OpenCession | null =>
  row === undefined
    ? null
    : {
        client: { id: row.to_client_id, name: row.to_name },
        requested_on: row.requested_on,
        answer_by: row.answer_by,
        effective_on: row.effective_on,
      }

async function assertPlan(tx: Tx, planId: string): Promise<void> {
  const plan = await getOfferedPlan(tx, planId)
  if (!plan) throw refuseField('not_found', 'contract.plan_id', 'Ese plan no existe')
  assertOffered(plan, 'contract.plan_id')
}
