import { toPesos } from '#domain/core/money.ts'
import { nextPeriod, type Period, periodLabel, periodOf } from '#domain/core/period.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { runApi } from '#domain/invoices/api.ts'
import { EXCLUSIONS, type IssueTerms, issueTermsOn } from '#domain/invoices/issue.ts'
import type { Run, RunPreview, RunScope } from '#domain/invoices/run.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Ctx } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { writeLongCsv } from '#server/files/csv.ts'
import { numbersLeft } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type BillingScope, countFoundBillables } from './billable-contracts.ts'
import { billedPreviousPeriod, listPreviewRows, previewContracts, previewTotals } from './preview.ts'
import { companyPrefix, countOutcomes, getRun, insertRun, listOutcomes, listRuns } from './run-queries.ts'

export const runs = implement(runApi, {
  preview: (ctx, { body }) => ctx.tx(async (tx) => ({ data: await preview(ctx, tx, body) })),

  previewRows: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      assertBillable(ctx, query.period)
      const issue = await issueTermsOf(ctx, tx, query.period)
      const filter = { ...billingScopeOf(query), q: query.q ?? '' }
      return pageReply(query, {
        rows: (range) => listPreviewRows(tx, filter, issue, range),
        total: () => countFoundBillables(tx, filter),
      })
    }),

  download: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      assertBillable(ctx, query.period)
      const rows: (string | number)[][] = []
      await previewContracts(
        tx,
        billingScopeOf(query),
        await issueTermsOf(ctx, tx, query.period),
        ({ contract, outcome }) => {
          const common = [contract.no_contract, contract.client]
          if (typeof outcome === 'string') rows.push([...common, '', '', '', '', EXCLUSIONS[outcome]])
          else {
            const amounts = [outcome.subtotal, outcome.vat, outcome.total].map(toPesos)
            rows.push([...common, ...amounts, outcome.due_on, ''])
          }
        },
      )
      const header = ['Contrato', 'Cliente', 'Base', 'IVA', 'Total', 'Vence', 'Se excluye por']
      return {
        file: {
          name: `vista-previa-${query.period}.csv`,
          type: 'text/csv; charset=utf-8',
          bytes: await writeLongCsv([header, ...rows]),
        },
        rows: rows.length,
      }
    }),

  start: (ctx, { body }) =>
    ctx.tx(async (tx) => ({
      data: await startRun(ctx, tx, body),
      message: `Empezó la facturación de ${periodLabel(body.period)}`,
    })),

  list: (ctx) => ctx.tx(async (tx) => ({ data: await listRuns(tx) })),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readRun(tx, params.id) })),

  outcome: (ctx, { params, query }) =>
    ctx.tx(async (tx) => {
      const run = await readRun(tx, params.id)
      const filter = { runId: run.id, outcome: query.outcome ?? null, q: query.q ?? '' }
      return pageReply(query, {
        rows: (range) => listOutcomes(tx, filter, range),
        total: () => countOutcomes(tx, filter),
      })
    }),

  retry: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const run = await readRun(tx, params.id)
      const scope = { period: run.period, ...(run.cut_day === null ? {} : { cut_day: run.cut_day }) }
      return { data: await startRun(ctx, tx, scope), message: 'Reintentamos lo que quedó sin factura' }
    }),
})

async function readRun(tx: Tx, id: string): Promise<Run> {
  const run = await getRun(tx, id)
  if (!run) throw notFound('Esa facturación masiva no existe')
  return run
}

const billingScopeOf = (scope: { period: Period; cut_day?: number | undefined }): BillingScope => ({
  period: scope.period,
  cut_day: scope.cut_day ?? null,
})

/** The terms of a run started today. */
const issueTermsOf = async (ctx: Ctx, tx: Tx, period: Period): Promise<IssueTerms> =>
  issueTermsOn(await readParameters(tx), period, ctx.today, await readTaxRegimes(tx))

/** Throws a Refusal for a period after the next one: billing in advance covers at most the next period. */
function assertBillable(ctx: Ctx, period: Period): void {
  if (period > nextPeriod(periodOf(ctx.today))) {
    throw refuseField('invalid', 'period', 'Ese período todavía no se puede facturar: elige hasta el próximo mes')
  }
}

async function preview(ctx: Ctx, tx: Tx, body: RunScope): Promise<RunPreview> {
  assertBillable(ctx, body.period)
  const scope = billingScopeOf(body)
  const issue = await issueTermsOf(ctx, tx, body.period)
  const { withoutEmail, ...totals } = await previewTotals(tx, scope, issue)
  const available = await numbersLeft(tx, 'invoice', await companyPrefix(tx))
  const warnings = [
    ...(withoutEmail > 0 ? [`${withoutEmail} clientes no tienen correo: imprime su factura`] : []),
    ...(available !== null && available < totals.invoices
      ? [`Solo quedan ${available} números de factura: ${totals.invoices - available} contratos quedarían sin factura`]
      : []),
    ...(body.period > periodOf(ctx.today) ? ['Este período todavía no empieza: se cobra por adelantado'] : []),
  ]
  return {
    period: body.period,
    issued_on: issue.issued_on,
    ...totals,
    previous: await billedPreviousPeriod(tx, scope),
    warnings,
  }
}

/** Creates a run and enqueues its job. Throws a Refusal 'conflict' when the company has an open run. */
async function startRun(ctx: Ctx, tx: Tx, body: RunScope): Promise<Run> {
  assertBillable(ctx, body.period)
  const run = await insertRun(tx, {
    scope: billingScopeOf(body),
    issued_on: ctx.today,
    actor: { id: ctx.actor.userId, name: ctx.actor.name, role: ctx.actor.role },
  })
  if (!run) {
    throw new Refusal('conflict', 'Ya hay una facturación masiva en curso: espera a que termine o mira cómo va')
  }
  await tx.record('run.started', { entity_id: run.id, after: { period: run.period, cut_day: run.cut_day } })
  await tx.enqueue('run.massive', { company_id: ctx.actor.companyId, run_id: run.id })
  return run
}
