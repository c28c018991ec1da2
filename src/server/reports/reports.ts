import type { Day } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { reportApi } from '#domain/reports/api.ts'
import { assertPast, blockOf, previousRange, type Range, reportRange } from '#domain/reports/period.ts'
import { REPORT_NAMES, REPORTS, type Report, type ReportName } from '#domain/reports/report.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { queuePerKey } from '#server/core/queue.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { logoOf } from '#server/documents/logo.ts'
import { cases, growth, works } from './activity.ts'
import { ageing, debtByMunicipality, debtByPlan, debtByTechnician } from './ageing.ts'
import { billing, futic, incomeByPlan, vatByTreatment } from './billing.ts'
import { caseTypes } from './case-types.ts'
import type { Asked } from './draw.ts'
import { received } from './received.ts'
import { accesses, tariffPlans } from './regulator.ts'
import { reportCsv, reportPdf, reportXlsx } from './report-file.ts'

const READERS: Readonly<Record<ReportName, (tx: Tx, asked: Asked) => Promise<Report>>> = {
  facturacion: billing,
  recaudo: received,
  cartera: ageing,
  cartera_municipios: debtByMunicipality,
  cartera_planes: debtByPlan,
  cartera_tecnicos: debtByTechnician,
  iva: vatByTreatment,
  planes: incomeByPlan,
  clientes: growth,
  pqr: cases,
  pqr_tipos: caseTypes,
  actas: works,
  t12: tariffPlans,
  t13: accesses,
  futic,
}

export const reports = implement(reportApi, {
  catalogue: async () => ({
    data: [
      ...REPORT_NAMES.map((name) => {
        const { title, about, group } = REPORTS[name]
        return { name, title, about, group, href: paths.report(name) }
      }),
      ...PQR_FORMATS,
    ],
  }),

  get: async (ctx, { params, query }) => {
    const name = nameOf(params.name)
    const { format = 'json' } = query
    const { report, issuer } = await ctx.tx(async (tx) => ({
      report: await readReport(tx, name, query, ctx.today),
      issuer: format === 'pdf' ? await readLetterhead(tx) : null,
    }))
    if (format === 'json') return { data: ctx.actor.role === 'financial' ? report : withOwnLinks(report) }
    const file = (type: string, bytes: Uint8Array) => ({ file: { name: `${fileName(report)}.${format}`, type, bytes } })
    if (format === 'csv') return file('text/csv; charset=utf-8', reportCsv(report))
    if (format === 'xlsx') return file(XLSX, await reportXlsx(report))
    if (issuer === null) throw new Error('a PDF needs the letterhead')
    return queueDrawing(ctx.actor.userId, async () => {
      const logo = await logoOf(ctx.world, ctx.actor.companyId, issuer)
      return file('application/pdf', await reportPdf(issuer, logo, report, ctx.today))
    })
  },
})

/** The report of a name: of the requested range, of today, or of the quarter or half year of its last day. */
export function readReport(
  tx: Tx,
  name: ReportName,
  asked: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): Promise<Report> {
  const range = rangeOf(name, asked, today)
  return READERS[name](tx, { range, previous: previousRange(range), today })
}

function rangeOf(name: ReportName, asked: { from?: Day | undefined; to?: Day | undefined }, today: Day): Range {
  const { span } = REPORTS[name]
  if (span === 'range' || span === 'past') {
    const range = reportRange(asked, today)
    if (span === 'past') assertPast(range, today)
    return range
  }
  if (span === 'today') return { from: today, to: today }
  const { from, to } = blockOf(asked.to ?? today, span === 'quarter' ? 3 : 6)
  return { from, to }
}

/** For the admin, who does not open the lists of the desk: the links to the pages of accounting and of the regulator only. */
function withOwnLinks(report: Report): Report {
  const own = (href: string | null): string | null => (href?.startsWith(paths.accounting) ? href : null)
  return {
    ...report,
    rows: report.rows.map(({ cells, href, hrefs }) => ({
      cells,
      href: own(href),
      ...(hrefs && { hrefs: hrefs.map(own) }),
    })),
    totals: report.totals.map((one) => ({ ...one, href: own(one.href) })),
  }
}

/** The name of its file: 'facturacion-2026-11-01-2026-11-30'. */
export const fileName = ({ name, range }: Report): string => `${name}-${range.from}-${range.to}`

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const PQR_FORMATS = [
  { name: 't42', title: 'T.4.2 Monitoreo de quejas', about: 'Las quejas de un trimestre, con las columnas oficiales' },
  { name: 't43', title: 'T.4.3 Indicadores de quejas', about: 'Quejas, peticiones, recursos y satisfacción' },
].map((one) => ({ ...one, group: 'regulador', href: paths.pqrRegulator }))

/** The parameter of the path was checked by its schema. */
function nameOf(text: string): ReportName {
  const name = REPORT_NAMES.find((known) => known === text)
  if (name === undefined) throw new Error(`no report named ${text}`)
  return name
}

/** A person draws one PDF at a time: drawing takes the processor from other requests. */
const queueDrawing = queuePerKey({
  concurrency: 1,
  waitingMax: 2,
  refusal: () =>
    new Refusal('too_many', 'Ya estamos haciendo tu reporte. Espera un momento y vuelve a intentar.', {
      retryAfterS: 2,
    }),
})
