import * as z from 'zod/mini'
import { StoredMove } from '#domain/equipment/equipment.ts'
import { OFFICE_REVIEWS } from '#domain/installations/effect.ts'
import { NewReport, type Report, ReportAuthor, ReportContract } from '#domain/installations/report.ts'
import { speedCheckOf } from '#domain/installations/speed.ts'
import { fileUrlOf } from './file-url.ts'
import type { ReportRecord } from './report-queries.ts'

const EquipmentMoves = z.nullable(z.array(StoredMove))
const UseDays = z.optional(NewReport.shape.informationAdditional)

/** A stored report in the shape of the reply. `forStaff`: with its task. */
export function reportOf(row: ReportRecord, { forStaff }: { forStaff: boolean }): Report {
  return {
    id: row.id,
    client_uuid: row.client_uuid,
    consecutive: row.consecutive,
    createdAt: row.created_at.toISOString(),
    visit_on: row.visit_on,
    is_clock_off: row.is_clock_off,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    type_order_job: row.type_order_job,
    tecnology_service: row.tecnology_service,
    initial_service_condition: row.initial_service_condition,
    description_activity: row.description_activity,
    observation_electrical_condition: row.observation_electrical_condition,
    alternative_name: row.alternative_name,
    alternative_email: row.alternative_email,
    alternative_telephone: row.alternative_telephone,
    alternative_phone: row.alternative_phone,
    signature_technical_url: fileUrlOf(row.signature_technical_file),
    signature_client_url: fileUrlOf(row.signature_client_file),
    signature_anexo_url: urlOf(row.signature_anexo_file),
    evi_img_url1: urlOf(row.evi_img_file1),
    evi_img_url2: urlOf(row.evi_img_file2),
    evi_img_url3: urlOf(row.evi_img_file3),
    evi_vid_url: row.evi_vid_url,
    speedTest: speedTestOf(row),
    informationAdditional: additionalOf(row),
    agreementServiceAttent: agreementOf(row),
    satisfactionSurvey: {
      satisfaction_survey_1: row.satisfaction_survey_1,
      satisfaction_survey_2: row.satisfaction_survey_2,
      satisfaction_survey_3: row.satisfaction_survey_3,
    },
    equipment_moves: z.parse(EquipmentMoves, row.equipment_moves),
    speedCheck: speedCheckOf(
      speedTestOf(row),
      { download: row.contracted_download, upload: row.contracted_upload },
      row.share_bps,
    ),
    // The sentence of a task is for the desk, which reads it in the task: the paper, which the client signed, does not give orders.
    effect: { kind: row.effect, sentence: row.effect === 'task' ? OFFICE_REVIEWS : row.effect_sentence },
    ...(forStaff && { task: taskOf(row) }),
    contract: z.parse(ReportContract, row.contract),
    createdBy: z.parse(ReportAuthor, row.author),
  }
}

const urlOf = (file: string | null): string | null => (file === null ? null : fileUrlOf(file))

function speedTestOf(row: ReportRecord): Report['speedTest'] {
  const [test_1, test_2, test_3] = row.speed_tests
  if (row.bandwidth === null || !test_1 || !test_2 || !test_3) return null
  const { bandwidth, observation_speed_test_service } = row
  return { bandwidth, observation_speed_test_service, test_1, test_2, test_3 }
}

function additionalOf(row: ReportRecord): Report['informationAdditional'] {
  const { property_coverage_service, observation_information_additional, use_days_service } = row
  if (property_coverage_service === null) return null
  return z.parse(UseDays, { property_coverage_service, observation_information_additional, use_days_service }) ?? null
}

function agreementOf(row: ReportRecord): Report['agreementServiceAttent'] {
  const { agreement_datetime_visit, date_visit, time_visit, cause_reason } = row
  return agreement_datetime_visit === null ? null : { agreement_datetime_visit, date_visit, time_visit, cause_reason }
}

function taskOf(row: ReportRecord): Report['task'] {
  if (row.task_reason === null) return null
  return {
    reason: row.task_reason,
    done_at: row.task_done_at?.toISOString() ?? null,
    done_by: row.task_done_by,
    note: row.task_note,
  }
}
