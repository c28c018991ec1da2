import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import type { ReactionToOne } from '#server/core/events.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * Whether a company issues its documents in production: with Factus, or with 'Archivo UBL' while Factus is off, as the issuers are opened.
 * Not while the credentials of Factus wait for their test. What the DIAN validated in its environment of tests is then a trial: it is worth
 * nothing, and its invoice needs another document (ET 616-1).
 */
export const issuesInProduction = (companyId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(
  case when (select c.is_factus_integration from companies c where c.id = ${companyId})
    then (select p.environment from credentials p where p.company_id = ${companyId} and p.provider = 'factus' and p.is_on limit 1)
    else (select p.environment from file_issuers p where p.company_id = ${companyId} and p.is_on) end
) is not distinct from 'production'`

/** Holds what decides isTrial until the end of the transaction: a change of environment waits, and then sees the outcome. */
export const holdIssuers = (tx: Tx) =>
  sql`select from credentials where company_id = (select current_company()) and provider = 'factus' order by environment for share`.execute(
    tx,
  )

/** Whether a document that is not sent any more is a trial. `d`: its row. */
export const isTrial = (d: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${d}.environment is not distinct from 'test' and ${issuesInProduction(sql`${d}.company_id`)})`

const IS_TRIAL =
  'Este documento es de prueba. Para enviar la factura a la DIAN en producción usa «Facturas sin documento electrónico»'

/** Throws a Refusal for a trial: it is neither sent again nor confirmed. */
export function assertNoTrial({ is_trial }: { is_trial: boolean }): void {
  if (is_trial) throw new Refusal('conflict', IS_TRIAL)
}

const TRIAL = 'La empresa pasó a producción: este documento es de prueba y no vale ante la DIAN'
const WAITS = 'El documento de su factura es de prueba: la nota se envía con el documento de producción'

/**
 * When a company begins to issue in production, its documents of tests that are validated, or that a person must look at, become trials,
 * and the notes that wait for them are withdrawn. What is still sent is of the queue (`forgetTests`).
 */
export const trialDocuments: ReactionToOne = ({ name, companyId, after }) => {
  const mayIssueElsewhere =
    name === 'file_issuer.saved' ||
    ((name === 'integration.tested' || name === 'integration.stopped') && after?.provider === 'factus')
  if (!mayIssueElsewhere) return { with: [], select: [] }
  const trials = sql`trials as (
    update electronic_documents d set is_trial = true, file_try_at = null, events_try_at = null, tacit_at = null
    where d.company_id = ${companyId} and d.status in ('validated', 'manual') and d.environment = 'test' and not d.is_trial
      and ${issuesInProduction(sql`${companyId}::uuid`)}
    returning d.company_id, d.id, d.invoice_id, d.status
  )`
  const waiting = sql`waiting_notes as (
    update electronic_documents n set status = 'withdrawn', next_try_at = null, changed_at = now()
    where n.company_id = ${companyId} and n.kind = 'credit_note' and n.status = 'queued' and not n.may_be_there
      and n.invoice_id in (select invoice_id from trials)
    returning n.company_id, n.id
  )`
  const steps = sql`trial_steps as (
    insert into electronic_steps (company_id, document_id, at, to_status, text, author)
    select company_id, id, now(), status, ${TRIAL}, 'Enlace' from trials
    union all
    select company_id, id, now(), 'withdrawn', ${WAITS}, 'Enlace' from waiting_notes
  )`
  return { with: [trials, waiting, steps], select: [] }
}
