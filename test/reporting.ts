import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { installationApi } from '#domain/installations/api.ts'
import { type FileKind, fileApi } from '#domain/installations/file-api.ts'
import type { Report } from '#domain/installations/report.ts'
import { upload } from './upload.ts'
import type { Person, TestApp } from './world.ts'

/** A drawn signature, as the pad of a phone makes it: dark strokes on a transparent ground. */
export const drawnSignature = (strokes = 'M20 80 Q 60 10 100 80 T 180 80 T 260 60'): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><path d="${strokes}" fill="none" stroke="#111" stroke-width="4"/></svg>`,
    ),
  )
    .png()
    .toBuffer()

/** A photo as a phone takes it, with the place where it was taken. */
export const takenPhoto = (width = 640, height = 480): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4b7a3c' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '6/1 15/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()

/** Uploads a photo or a signature; returns its address. */
export async function uploadEvidence(t: TestApp, by: Person, kind: FileKind): Promise<string> {
  const bytes = kind === 'photo' ? await takenPhoto() : await drawnSignature()
  const answer = await upload(t, by, fileApi.upload, { name: `${kind}.png`, bytes }, { kind })
  if (answer.status !== 201) throw new Error(`the upload answered ${answer.status}: ${answer.text}`)
  return fileApi.upload.reply.parse(answer.json).data.url
}

const speedTest = (speed_download: number, speed_upload: number) => ({
  speed_download,
  speed_upload,
  speed_latency: 14,
})

/** The texts and figures of a report without its files. */
export const reportFields = (changes: object = {}) => ({
  client_uuid: randomUUID(),
  start_time: '2026-03-10T14:00:00Z',
  end_time: '2026-03-10T15:30:00Z',
  type_order_job: 'instalacion',
  tecnology_service: 'fibra_optica',
  description_activity: 'Se instaló la ONT y se probó el servicio',
  speedTest: { bandwidth: 100, test_1: speedTest(104, 52), test_2: speedTest(101, 50.5), test_3: speedTest(102, 51) },
  informationAdditional: {
    property_coverage_service: true,
    use_days_service: Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        day,
        { use_day: day !== 'sunday', use_hour: day === 'sunday' ? null : 6 },
      ]),
    ),
  },
  agreementServiceAttent: { agreement_datetime_visit: true, date_visit: '2026-03-10', time_visit: '09:00' },
  satisfactionSurvey: { satisfaction_survey_1: 'E', satisfaction_survey_2: 'B', satisfaction_survey_3: 'NA' },
  ...changes,
})

/** The body of a report with new signatures of its author. */
export const reportBody = async (t: TestApp, by: Person, changes: object = {}) => ({
  installation_log: {
    ...reportFields(changes),
    signature_technical_url: await uploadEvidence(t, by, 'signature'),
    signature_client_url: await uploadEvidence(t, by, 'signature'),
    ...changes,
  },
})

/** Saves a report of a contract, with one photo. */
export async function makeReport(t: TestApp, by: Person, no: string, changes: object = {}): Promise<Report> {
  const body = await reportBody(t, by, { evi_img_url1: await uploadEvidence(t, by, 'photo'), ...changes })
  const { data } = await by.call(installationApi.create, { params: { id: no }, body })
  return data
}
