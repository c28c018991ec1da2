import { brandOf } from '#domain/core/brand.ts'
import { dayOf } from '#domain/core/days.ts'
import { PDF_ROWS_MAX } from '#domain/core/paging.ts'
import { paths } from '#domain/core/paths.ts'
import type { Report } from '#domain/reports/report.ts'
import { type Schedule, scheduleLabel, sendDayAfter, sentRange } from '#domain/reports/schedule.ts'
import { cellLabel } from '#domain/reports/words.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { logoOf } from '#server/documents/logo.ts'
import { renderEmail } from '#server/documents/mail.ts'
import { commonFields, readSender } from '#server/messages/compose.ts'
import { insertMessageWithFiles, type MessageFile } from '#server/messages/queries.ts'
import { rangeText, reportPdf, reportXlsx } from './report-file.ts'
import { fileName, readReport } from './reports.ts'
import { listDueSchedules, lockDueSchedule, moveSchedule } from './schedule-queries.ts'

/** Reports that one tick sends at most: the next tick continues. */
const TICK_MAX = 20

export const reportTickers: readonly Ticker[] = [
  { name: 'reports.send', everyS: 60, tick: async (world) => void (await sendScheduled(world)) },
]

/**
 * Writes the e-mails of the scheduled reports whose day has come. Each is one transaction that locks its schedule, so that two
 * processes write it once, and a process that is killed wrote all of it or nothing. Returns how many were written.
 */
export async function sendScheduled(world: World): Promise<number> {
  const today = dayOf(world.clock())
  const due = await readInPlatformTx(world, (tx) => listDueSchedules(tx, today, TICK_MAX))
  let count = 0
  for (const { company_id, id } of due) {
    const isSent = await inSystemTx(world, company_id, async (tx) => {
      const schedule = await lockDueSchedule(tx, id, today)
      if (schedule === undefined) return false
      await writeEmails(world, tx, company_id, schedule)
      await moveSchedule(tx, id, { next_on: sendDayAfter(schedule.every, schedule.next_on), last_on: schedule.next_on })
      const after = { label: scheduleLabel(schedule), people: schedule.recipients.length }
      await tx.record('report_schedule.sent', { entity_id: id, after })
      return true
    }).catch((error: unknown) => {
      // One report that cannot be made must not stop the others.
      world.log.error({ err: error, schedule_id: id }, 'a scheduled report was not sent')
      return false
    })
    if (isSent) count += 1
  }
  return count
}

async function writeEmails(world: World, tx: Tx, companyId: string, schedule: Schedule): Promise<void> {
  if (schedule.recipients.length === 0) return
  const range = sentRange(schedule.every, schedule.next_on)
  const report = await readReport(tx, schedule.report, range, schedule.next_on)
  const [file, sender] = [await fileOf(world, tx, companyId, schedule, report), await readSender(tx)]
  const now = world.clock()
  for (const person of schedule.recipients) {
    const email = renderEmail(
      sender.name,
      `${report.title}: ${rangeText(report)}`,
      [
        { kind: 'text', text: `Hola, ${person.name.split(' ')[0] ?? ''}. Este es el reporte que pediste recibir.` },
        ...report.totals.map(
          ({ label, unit, value }) => ({ kind: 'text', text: `${label}: ${cellLabel(value, unit)}` }) as const,
        ),
        { kind: 'link', text: 'Ver el reporte', url: `${world.config.publicUrl}${paths.report(report.name)}` },
      ],
      brandOf(sender.color_code),
    )
    await insertMessageWithFiles(
      tx,
      {
        kind: 'report',
        category: 'transaccional',
        client_id: null,
        invoice_id: null,
        dedupe: `report:${schedule.id}:${schedule.next_on}:${person.id}`,
        ...commonFields(sender, person.email, email, now),
      },
      [file],
    )
  }
}

async function fileOf(
  world: World,
  tx: Tx,
  companyId: string,
  { format, next_on }: Schedule,
  report: Report,
): Promise<MessageFile> {
  if (format === 'xlsx' || report.rows.length > PDF_ROWS_MAX)
    return { name: `${fileName(report)}.xlsx`, type: XLSX, bytes: await reportXlsx(report) }
  const name = `${fileName(report)}.pdf`
  const issuer = await readLetterhead(tx)
  const logo = await logoOf(world, companyId, issuer)
  return { name, type: 'application/pdf', bytes: await reportPdf(issuer, logo, report, next_on) }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
