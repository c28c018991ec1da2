import { createHash } from 'node:crypto'
import { canHoldEquipment } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { StoredMove } from '#domain/equipment/equipment.ts'
import type { installationApi } from '#domain/installations/api.ts'
import { differencesOf } from '#domain/installations/comparison.ts'
import { NewReport, type Report, type ReportContract } from '#domain/installations/report.ts'
import { mbpsOf, speedCheckOf } from '#domain/installations/speed.ts'
import { assertTimes, visitDay } from '#domain/installations/visit-time.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import { type ContractRow, lockContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import { planOnce } from '#server/core/replan.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { moveReported, nameReported } from '#server/equipment/reported-equipment.ts'
import { updateEvidenceReport } from '#server/files/evidence-queries.ts'
import { nextNumber } from '#server/ledger/numbers.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { closeVisit } from '#server/visits/visit-change.ts'
import { applyEffect, type Effect } from './report-effects.ts'
import { readFiles } from './report-files.ts'
import { reportOf } from './report-of.ts'
import {
  getAuthor,
  getReport,
  getReportByUuid,
  getReportOfDay,
  getSubject,
  insertReport,
  insertTask,
  type ReportRecord,
  type ReportValues,
} from './report-queries.ts'

/**
 * Saves a finished report with its effect on the contract, in one transaction. The same client_uuid and data get the first reply. The
 * number of the municipality is taken after every other row that can be locked, because its series is locked from then on.
 */
export const createReport: Verb<typeof installationApi.create> = (ctx, { params, query, body }) => {
  const sent = body.installation_log
  assertTimes(sent)
  const digest = digestOf(params.id, sent)
  return ctx.tx(async (tx) => {
    const repeated = await getRepeated(tx, sent)
    if (repeated) return answerAgain(repeated, digest)
    await lockContract(tx, params.id)
    const before = await findContract(tx, ctx, params.id)
    const named = await withNames(tx, sent)
    const time = visitDay({ end_time: sent.end_time, sent_at: query.sent_at ?? null }, ctx.now)
    if (query.also === undefined) {
      const visit = { contract_id: before.id, type_order_job: sent.type_order_job, visit_on: time.visit_on }
      assertOnly(await getReportOfDay(tx, visit), named)
    }
    const files = await readFiles(tx, ctx.actor.userId, sent)
    const id = newId()
    const applied = await applyReport(tx, ctx, { id, contract: before, on: time.visit_on }, sent)
    const { task, taken, contract, ...effect } = applied
    const technicianId = ctx.actor.role === 'technical' ? ctx.actor.userId : null
    const made = { on: time.visit_on, technicianId, reportId: id }
    const [fixed] = await Promise.all([
      valuesOf(tx, ctx, contract, sent),
      closeVisit(tx, ctx, before.id, sent.type_order_job, made),
    ])
    const values: ReportValues = {
      ...fixed,
      ...files.columns,
      ...effect,
      ...time,
      id,
      digest,
      sent_at: query.sent_at === undefined ? null : new Date(query.sent_at),
      created_at: ctx.now,
    }
    const consecutive = await nextNumber(tx, 'installation_report', contract.municipality_code)
    // Sent together: the reports of the municipality wait for its number, and a round trip of each statement would be added to that.
    // The connection runs them in this order: the report is read after its rows are written.
    const [, , stored] = await Promise.all([
      insertReport(tx, { ...named, equipment_moves: named.equipment_moves ?? taken }, values, consecutive),
      task === null ? undefined : insertTask(tx, id, task),
      readStored(tx, id),
      updateEvidenceReport(tx, files.ids, id),
      tx.record('report.created', {
        entity_id: id,
        client_id: contract.client_id,
        after: { consecutive, ...eventData(contract, sent, values), ...(task !== null && { task }) },
      }),
    ])
    return saved(stored)
  })
}

/**
 * The report with the same client_uuid. Of two requests with it at the same time the second one finds the report of the first. An
 * installation reads and writes by keys alone, so its statements are planned once.
 */
async function getRepeated(tx: Tx, sent: NewReport): Promise<ReportRecord | undefined> {
  const [, , repeated] = await Promise.all([
    sent.type_order_job === 'instalacion' ? planOnce(tx) : undefined,
    tx.lock(`report ${sent.client_uuid}`),
    getReportByUuid(tx, sent.client_uuid),
  ])
  return repeated
}

/** The report in its event, beside its number and its task. */
const eventData = ({ no_contract, city }: ContractRow, { type_order_job }: NewReport, values: ReportValues) => ({
  id: values.id,
  no_contract,
  city,
  order: WORK_ORDER_LABELS[type_order_job],
  visit_on: values.visit_on,
  effect: values.effect_sentence,
  is_under_speed: values.is_under_speed,
  is_clock_off: values.is_clock_off,
})

/** The report as it is kept: each piece of equipment with what the stock calls it. */
const withNames = async (tx: Tx, { equipment_moves: moves, ...sent }: NewReport): Promise<NewReport> =>
  moves ? { ...sent, equipment_moves: await nameReported(tx, moves) } : sent

/**
 * What a report does in its contract and in the stock of equipment, and the contract after it. Each part that refuses adds to the task of
 * the desk.
 */
async function applyReport(
  tx: Tx,
  ctx: Ctx,
  { id, contract, on }: { id: string; contract: ContractRow; on: Day },
  { type_order_job: order, equipment_moves: moves = null }: NewReport,
): Promise<Effect & { taken: readonly StoredMove[]; contract: ContractRow }> {
  const { task, ...effect } = await applyEffect(tx, ctx, contract, { order, on })
  // The state after the effect: an installation gives the contract its service.
  const changed = await findContract(tx, ctx, contract.no_contract)
  const holdsEquipment = canHoldEquipment(changed.status)
  const report = { id, contract_id: contract.id, holdsEquipment, isRemoval: order === 'retiro', moves }
  const { taken, problems } = await moveReported(tx, ctx, report)
  const reasons = [...(task === null ? [] : [task]), ...problems]
  return { ...effect, taken, contract: changed, task: reasons.length === 0 ? null : asSentences(reasons) }
}

/** Some sentences as one text; one of them can have its full stop already. */
const asSentences = (sentences: readonly string[]): string => sentences.map((one) => one.replace(/\.$/, '')).join('. ')

async function readStored(tx: Tx, id: string): Promise<Report> {
  const row = await getReport(tx, id)
  if (!row) throw new Error('a report that was just written does not exist')
  return reportOf(row, { forStaff: true })
}

/** The reply names the effect, and all that was left for the desk. */
function saved(data: Report) {
  const { sentence } = data.effect
  const reason = data.task?.reason ?? ''
  const said = reason === '' || reason.startsWith(sentence) ? reason || sentence : asSentences([sentence, reason])
  return { data, message: `Acta ${data.consecutive} guardada. ${said}` }
}

/** The digest of what the device sent, independent of the order of its fields; an absent field is an empty one. */
const digestOf = (no: string, sent: NewReport): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([no, sorted(sent)]))
    .digest()

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined || value === '' ? null : value
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined && inner !== null && inner !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)])
}

/** The first reply again. Throws a 409 Refusal for other data under the same client_uuid. */
function answerAgain(row: ReportRecord, digest: Buffer) {
  if (!row.digest.equals(digest)) {
    throw new Refusal('conflict', 'Esta acta ya se guardó con otros datos: ábrela para ver los que quedaron')
  }
  return saved(reportOf(row, { forStaff: true }))
}

/** Refuses a second report of one work order and day, with what the existing one says in each field that differs (ACT-11). */
function assertOnly(row: ReportRecord | undefined, sent: NewReport): void {
  if (!row) return
  const existing = reportOf(row, { forStaff: true })
  // What a removal took back is not a difference with a report that names no piece either.
  const isNamed = row.type_order_job !== 'retiro' || Boolean(sent.equipment_moves)
  const own = Object.fromEntries(
    Object.entries(existing).filter(([name]) => name in NewReport.shape && (isNamed || name !== 'equipment_moves')),
  )
  const { names } = existing.createdBy
  const message = `Ya existe un acta de ${WORK_ORDER_LABELS[row.type_order_job]} de este contrato y de ese día: la ${row.consecutive}, de ${names}`
  throw new Refusal('report_exists', message, {
    errors: [{ field: 'installation_log', message }, { field: 'report', message: row.id }, ...differencesOf(own, sent)],
  })
}

/** The values that a report fixes: its place, client, company, author and contracted speed. */
async function valuesOf(tx: Tx, ctx: Ctx, contract: ContractRow, sent: NewReport) {
  const [author, subject, parameters] = await Promise.all([
    getAuthor(tx, ctx.actor.userId),
    getSubject(tx, contract.client_id),
    readParameters(tx),
  ])
  const share = valueInForce(parameters, 'programme.speed_share', ctx.today)
  const contracted = { download: mbpsOf(contract.download_speed), upload: mbpsOf(contract.upload_speed) }
  const check = speedCheckOf(sent.speedTest ?? null, contracted, share)
  return {
    contract_id: contract.id,
    client_id: contract.client_id,
    municipality_code: contract.municipality_code,
    contracted_download: contracted.download,
    contracted_upload: contracted.upload,
    share_bps: share,
    is_under_speed: check.is_under,
    contract: contractSnapshot(contract, subject),
    author: {
      names: `${author.first_name} ${author.last_name}`,
      identification: null,
      phone: null,
      email: author.email,
      user: { role: author.role },
    },
    created_by: ctx.actor.userId,
  }
}

/** A contract with its client and its company, as they are now. */
export function contractSnapshot(
  contract: ContractRow,
  { company_nit, company_name, logo_url, color_code, ...client }: Awaited<ReturnType<typeof getSubject>>,
): ReportContract {
  const { no_contract, address, department, city, municipality_code, latitude, longitude } = contract
  const admin = { nit: company_nit, name: company_name, logo_url, color_code }
  return {
    no_contract,
    address,
    department,
    city,
    municipality_code,
    latitude,
    longitude,
    plan: contract.plan_name,
    client: { ...client, admin },
  }
}
