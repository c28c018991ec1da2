import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { StoredMove } from '#domain/equipment/equipment.ts'
import type { NewReport, Report, WorkOrder } from '#domain/installations/report.ts'
import type { Tx } from '#server/core/tx.ts'
import type { InstallationReportsEffect, InstallationReportsTecnologyService } from '#server/db/types.ts'

type Answer = Report['satisfactionSurvey']['satisfaction_survey_1']

/** A stored report with its speed tests and its task. `contract` and `author` are parsed by report-of.ts. */
export type ReportRecord = {
  id: string
  client_uuid: string
  digest: Buffer
  contract_id: string
  client_id: string
  consecutive: number
  start_time: Date
  end_time: Date
  created_at: Date
  visit_on: Day
  is_clock_off: boolean
  type_order_job: WorkOrder
  tecnology_service: InstallationReportsTecnologyService
  initial_service_condition: string | null
  description_activity: string | null
  observation_electrical_condition: string | null
  alternative_name: string | null
  alternative_email: string | null
  alternative_telephone: string | null
  alternative_phone: string | null
  signature_technical_file: string
  signature_client_file: string
  signature_anexo_file: string | null
  evi_img_file1: string | null
  evi_img_file2: string | null
  evi_img_file3: string | null
  evi_vid_url: string | null
  bandwidth: number | null
  observation_speed_test_service: string | null
  property_coverage_service: boolean | null
  observation_information_additional: string | null
  use_days_service: unknown
  equipment_moves: unknown
  agreement_datetime_visit: boolean | null
  date_visit: Day | null
  time_visit: string | null
  cause_reason: string | null
  satisfaction_survey_1: Answer
  satisfaction_survey_2: Answer
  satisfaction_survey_3: Answer
  contracted_download: number | null
  contracted_upload: number | null
  share_bps: number
  is_under_speed: boolean
  effect: InstallationReportsEffect
  effect_sentence: string
  contract: unknown
  author: unknown
  speed_tests: { speed_download: number; speed_upload: number; speed_latency: number }[]
  task_reason: string | null
  task_done_at: Date | null
  task_done_by: string | null
  task_note: string | null
}

const selectReports = (rest: RawBuilder<unknown>) => sql<ReportRecord>`
  select r.id, r.client_uuid, r.digest, r.contract_id, r.client_id, r.consecutive, r.start_time, r.end_time, r.created_at, r.visit_on,
    r.is_clock_off, r.type_order_job, r.tecnology_service, r.initial_service_condition, r.description_activity,
    r.observation_electrical_condition, r.alternative_name, r.alternative_email, r.alternative_telephone, r.alternative_phone,
    r.signature_technical_file, r.signature_client_file, r.signature_anexo_file, r.evi_img_file1, r.evi_img_file2, r.evi_img_file3,
    r.evi_vid_url, r.bandwidth, r.observation_speed_test_service, r.property_coverage_service, r.observation_information_additional,
    r.use_days_service, r.agreement_datetime_visit, r.date_visit, r.time_visit, r.cause_reason, r.satisfaction_survey_1,
    r.satisfaction_survey_2, r.satisfaction_survey_3, r.equipment_moves, r.contracted_download, r.contracted_upload, r.share_bps, r.is_under_speed,
    r.effect, r.effect_sentence, r.contract, r.author, s.speed_tests, k.reason as task_reason, k.done_at as task_done_at,
    k.done_by as task_done_by, k.note as task_note
  from installation_reports r
  left join report_tasks k on k.company_id = r.company_id and k.report_id = r.id
  cross join lateral (
    select coalesce(json_agg(json_build_object('speed_download', t.speed_download, 'speed_upload', t.speed_upload,
      'speed_latency', t.speed_latency) order by t.number), '[]') as speed_tests
    from report_speed_tests t where t.company_id = r.company_id and t.report_id = r.id
  ) s
  where r.company_id = (select current_company()) and ${rest}`

const firstOf = async (tx: Tx, rest: RawBuilder<unknown>): Promise<ReportRecord | undefined> =>
  (await selectReports(rest).execute(tx)).rows[0]

/** The report of the latest visit of a contract, or the named one of that contract. */
export const getReportOf = (tx: Tx, contractId: string, id: string | undefined): Promise<ReportRecord | undefined> =>
  firstOf(
    tx,
    sql`r.contract_id = ${contractId} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
      order by r.visit_on desc, r.id desc limit 1`,
  )

export const getReport = (tx: Tx, id: string): Promise<ReportRecord | undefined> => firstOf(tx, sql`r.id = ${id}`)

export const getReportByUuid = (tx: Tx, clientUuid: string): Promise<ReportRecord | undefined> =>
  firstOf(tx, sql`r.client_uuid = ${clientUuid}`)

/** The last report of a work order of a contract on a day. */
export const getReportOfDay = (
  tx: Tx,
  visit: { contract_id: string; type_order_job: WorkOrder; visit_on: Day },
): Promise<ReportRecord | undefined> =>
  firstOf(
    tx,
    sql`r.contract_id = ${visit.contract_id} and r.visit_on = ${visit.visit_on}::date and r.type_order_job = ${visit.type_order_job}
      order by r.id desc limit 1`,
  )

/** Whether a report is of the client with this user. */
export async function isReportOfUser(tx: Tx, id: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select r.id from installation_reports r join clients k on k.company_id = r.company_id and k.id = r.client_id
    where r.company_id = (select current_company()) and r.id = ${id} and k.user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

/** What a report fixes of its contract: the client and the company. */
export type SubjectRow = {
  first_name: string | null
  second_name: string | null
  last_name: string | null
  second_lastname: string | null
  business_name: string | null
  type_identification: string
  identification: string
  address: string
  department: string
  city: string
  phone: string | null
  telephone: string | null
  email: string | null
  company_nit: string
  company_name: string
  logo_url: string | null
  color_code: string
}

export async function getSubject(tx: Tx, clientId: string): Promise<SubjectRow> {
  const { rows } = await sql<SubjectRow>`
    select k.first_name, k.second_name, k.last_name, k.second_lastname, k.business_name, k.type_identification, k.identification,
      k.address, k.department, k.city, k.phone, k.telephone, k.email, o.nit as company_nit, o.name as company_name, o.logo_url, o.color_code
    from clients k join companies o on o.id = k.company_id
    where k.company_id = (select current_company()) and k.id = ${clientId}`.execute(tx)
  if (!rows[0]) throw new Error('a report needs the client of its contract')
  return rows[0]
}

/** The author of a report. */
export const getAuthor = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The ids of the files that a report names, by field. */
export type ReportFiles = Pick<
  ReportRecord,
  | 'signature_technical_file'
  | 'signature_client_file'
  | 'signature_anexo_file'
  | 'evi_img_file1'
  | 'evi_img_file2'
  | 'evi_img_file3'
>

/** The values of a new report beside its texts. */
export type ReportValues = ReportFiles &
  Pick<
    ReportRecord,
    | 'id'
    | 'digest'
    | 'contract_id'
    | 'client_id'
    | 'visit_on'
    | 'is_clock_off'
    | 'contracted_download'
    | 'contracted_upload'
    | 'share_bps'
    | 'is_under_speed'
    | 'effect'
    | 'effect_sentence'
  > & {
    municipality_code: string
    sent_at: Date | null
    created_at: Date
    created_by: string
    contract: object
    author: object
  }

/** Inserts a report with its speed tests. */
export async function insertReport(
  tx: Tx,
  sent: Omit<NewReport, 'equipment_moves'> & { equipment_moves: readonly StoredMove[] },
  values: ReportValues,
  consecutive: number,
): Promise<void> {
  const { contract, author, ...columns } = values
  const { speedTest: speed, informationAdditional: use, agreementServiceAttent: agreed } = sent
  const report = tx
    .insertInto('installation_reports')
    .values({
      ...columns,
      consecutive,
      contract: JSON.stringify(contract),
      author: JSON.stringify(author),
      client_uuid: sent.client_uuid,
      start_time: new Date(sent.start_time),
      end_time: new Date(sent.end_time),
      type_order_job: sent.type_order_job,
      tecnology_service: sent.tecnology_service,
      ...textsOf(sent),
      ...sent.satisfactionSurvey,
      bandwidth: speed?.bandwidth ?? null,
      observation_speed_test_service: speed?.observation_speed_test_service ?? null,
      property_coverage_service: use?.property_coverage_service ?? null,
      observation_information_additional: use?.observation_information_additional ?? null,
      use_days_service: use ? JSON.stringify(use.use_days_service) : null,
      agreement_datetime_visit: agreed?.agreement_datetime_visit ?? null,
      date_visit: agreed?.date_visit ?? null,
      time_visit: agreed?.time_visit ?? null,
      cause_reason: agreed?.cause_reason ?? null,
      equipment_moves: sent.equipment_moves.length === 0 ? null : JSON.stringify(sent.equipment_moves),
    })
    .execute()
  const tests = speed ? [speed.test_1, speed.test_2, speed.test_3] : []
  await Promise.all([
    report,
    tests.length === 0
      ? undefined
      : tx
          .insertInto('report_speed_tests')
          .values(tests.map((one, index) => ({ ...one, report_id: values.id, number: index + 1 })))
          .execute(),
  ])
}

/** The texts of a report; an empty one is stored as null. */
const textsOf = (sent: Omit<NewReport, 'equipment_moves'>) => ({
  initial_service_condition: sent.initial_service_condition || null,
  description_activity: sent.description_activity || null,
  observation_electrical_condition: sent.observation_electrical_condition || null,
  alternative_name: sent.alternative_name || null,
  alternative_email: sent.alternative_email || null,
  alternative_telephone: sent.alternative_telephone || null,
  alternative_phone: sent.alternative_phone || null,
  evi_vid_url: sent.evi_vid_url ?? null,
})

export async function insertTask(tx: Tx, reportId: string, reason: string): Promise<void> {
  await tx.insertInto('report_tasks').values({ report_id: reportId, reason }).execute()
}

/** Sets the video of a report that has none. False when it has one. */
export async function setVideo(tx: Tx, id: string, url: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('installation_reports')
    .set({ evi_vid_url: url })
    .where('id', '=', id)
    .where('evi_vid_url', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes the task of a report. False when it is closed already. */
export async function finishTask(
  tx: Tx,
  reportId: string,
  done: { done_at: Date; done_by: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('report_tasks')
    .set(done)
    .where('report_id', '=', reportId)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
