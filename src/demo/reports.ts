import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { addDays, type Day, instantAt } from '#domain/core/days.ts'
import { NewReport, type WorkOrder } from '#domain/installations/report.ts'
import { mbpsOf } from '#domain/installations/speed.ts'
import type { World } from '#server/core/context.ts'
import { newId } from '#server/core/ids.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { type EvidenceKind, keepEvidence } from '#server/files/evidence.ts'
import { insertEvidence } from '#server/files/evidence-queries.ts'
import { countInFile } from '#server/files/quota.ts'
import { createReport } from '#server/installations/create-report.ts'
import { fileUrlOf } from '#server/installations/file-url.ts'
import { contextAt, type DemoUser } from './context.ts'
import { inDemoTransaction } from './transaction.ts'
import { workdayUntil } from './workdays.ts'

type Story = {
  order: WorkOrder
  /** Days before today; null: the first day of the service. */
  ago: number | null
  /** The measured share of the contracted speed. */
  share: number
  activity: string
  initial: string
  note?: string
}

const INSTALLED = {
  order: 'instalacion',
  ago: null,
  share: 1.04,
  initial: 'Sin servicio. Hay ducto hasta la sala.',
  activity: 'Se tendió la acometida de fibra, se instaló la ONU y se probó el servicio con dos equipos.',
} as const satisfies Story

/** The reports of the contract of the demo's client, and of the contracts after it. The last ones are of contracts that are cut. */
const OWN: readonly Story[] = [
  INSTALLED,
  {
    order: 'cambio_equipo',
    ago: 9,
    share: 0.46,
    initial: 'La ONU se reinicia sola varias veces al día.',
    activity: 'Se cambió la ONU. La velocidad quedó por debajo de la contratada: se pide revisar el puerto de la red.',
    note: 'Tres pruebas por cable con el mismo resultado.',
  },
]
const OTHERS: readonly Story[] = [
  INSTALLED,
  INSTALLED,
  INSTALLED,
  {
    order: 'cambio_equipo',
    ago: 4,
    share: 1.02,
    initial: 'El router quedó sin WiFi después de una descarga eléctrica.',
    activity: 'Se cambió el router y se dejó la misma clave del WiFi.',
  },
  {
    order: 'cambio_equipo',
    ago: 1,
    share: 0.71,
    initial: 'El cliente dice que se corta en las noches.',
    activity: 'Se cambió el conector de la roseta. La velocidad quedó por debajo de la contratada.',
  },
]
const CUT: Story = {
  order: 'reinstalacion',
  ago: 2,
  share: 1.01,
  initial: 'Sin servicio y con la ONU desconectada.',
  activity: 'Se conectó la ONU y se probó el enlace.',
}

type Reported = { no_contract: string; active_from: Day; download_speed: string; upload_speed: string }

/** Signed reports of a company with the verb of the product, each at its own hour: two under the contracted speed, one with a task. */
export async function createDemoReports(world: World, scope: Scope, today: Day): Promise<void> {
  const { technicians, own, others, cut } = await inDemoTransaction(world, scope, readCast)
  const [first] = technicians
  if (!first) return
  const of = (contract: Reported, story: Story) => ({ contract, story, on: dayOfStory(story, contract, today) })
  const made = [
    ...own.flatMap((contract) => OWN.map((story) => of(contract, story))),
    ...others.flatMap((contract, index) => (OTHERS[index] ? [of(contract, OTHERS[index])] : [])),
    ...cut.map((contract) => of(contract, CUT)),
  ]
  const [photo, ...strokes] = await Promise.all([
    drawPhoto(),
    drawSignature(CLIENT_STROKES),
    drawSignature(OWN_STROKES),
  ])
  // In the order of their days: the numbers of the reports follow it.
  for (const [index, one] of made.toSorted((a, b) => (a.on < b.on ? -1 : 1)).entries())
    await write(world, scope, technicians[index % technicians.length] ?? first, { ...one, photo, strokes })
}

const dayOfStory = ({ ago }: Story, { active_from }: Reported, today: Day): Day =>
  ago === null ? active_from : workdayUntil(addDays(today, -ago))

type Written = { contract: Reported; story: Story; on: Day; photo: Buffer; strokes: readonly Buffer[] }

async function write(world: World, scope: Scope, technician: DemoUser, written: Written): Promise<void> {
  const { contract, story, on, photo, strokes } = written
  const ctx = contextAt(world, scope, technician, on, 16)
  const [client = photo, own = photo] = strokes
  const files = {
    signature_client_url: await keep(world, scope, technician, client, 'signature'),
    signature_technical_url: await keep(world, scope, technician, own, 'signature'),
    evi_img_url1: await keep(world, scope, technician, photo, 'photo'),
  }
  const end = new Date(Math.min(ctx.now.getTime(), instantAt(on, '15:40').getTime()))
  const body = z.parse(NewReport, {
    client_uuid: randomUUID(),
    start_time: new Date(end.getTime() - 70 * 60_000).toISOString(),
    end_time: end.toISOString(),
    type_order_job: story.order,
    tecnology_service: 'fibra_optica',
    initial_service_condition: story.initial,
    description_activity: story.activity,
    observation_electrical_condition: 'Toma con polo a tierra.',
    speedTest: speedOf(contract, story),
    informationAdditional: USE,
    agreementServiceAttent: { agreement_datetime_visit: true, date_visit: on, time_visit: '14:30' },
    satisfactionSurvey: { satisfaction_survey_1: 'E', satisfaction_survey_2: 'B', satisfaction_survey_3: 'E' },
    ...files,
  })
  await createReport(ctx, {
    params: { id: contract.no_contract },
    query: { sent_at: ctx.now.toISOString() },
    body: { installation_log: body },
  })
}

function speedOf({ download_speed, upload_speed }: Reported, { share, note }: Story) {
  const [download, upload] = [mbpsOf(download_speed) ?? 100, mbpsOf(upload_speed) ?? 50]
  const test = (more: number) => ({
    speed_download: Math.round(download * (share + more) * 10) / 10,
    speed_upload: Math.round(upload * (share + more) * 10) / 10,
    speed_latency: 11 + Math.round(more * 100),
  })
  return {
    bandwidth: download,
    observation_speed_test_service: note ?? null,
    test_1: test(0),
    test_2: test(0.02),
    test_3: test(0.01),
  }
}

const USE = {
  property_coverage_service: true,
  observation_information_additional: 'La casa tiene dos pisos: el router quedó en el primero.',
  use_days_service: Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      { use_day: true, use_hour: day === 'saturday' || day === 'sunday' ? 8 : 5 },
    ]),
  ),
}

/** Stores a file as an upload of the technician. Returns its address. */
async function keep(world: World, scope: Scope, by: DemoUser, bytes: Buffer, kind: EvidenceKind): Promise<string> {
  const stored = await keepEvidence(world, scope.companyId, bytes, kind)
  return inDemoTransaction(world, scope, async (tx) => {
    const id = newId()
    await insertEvidence(tx, { id, name: stored.name, kind, uploaded_by: by.id }).execute()
    await countInFile(tx, scope.companyId, stored, 'file')
    return fileUrlOf(id)
  })
}

/** The technicians, the contract of the demo's client, others in service, and one that is cut. */
async function readCast(tx: Tx) {
  const technicians = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'role'])
    .where('role', '=', 'technical')
    .orderBy('id')
    .execute()
  const { rows } = await sql<Reported & { status: string; is_own: boolean }>`
    select c.no_contract, c.active_from, c.status, p.download_speed, p.upload_speed, u.email = u.username and not u.is_first_login as is_own
    from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    join users u on u.company_id = k.company_id and u.id = k.user_id
    join plans p on p.company_id = c.company_id and p.id = c.plan_id
    where c.company_id = (select current_company()) and c.status in ('active', 'suspended') and c.active_to is null
    order by c.no_contract`.execute(tx)
  const inService = rows.filter(({ status }) => status === 'active')
  const others = inService.filter(({ is_own }) => !is_own)
  return {
    technicians,
    own: inService.filter(({ is_own }) => is_own).slice(0, 1),
    others: others.slice(0, OTHERS.length),
    cut: rows.filter(({ status }) => status === 'suspended').slice(0, 1),
  }
}

const svg = (content: string, width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

const CLIENT_STROKES = 'M20 90 C 60 10, 90 130, 130 60 S 200 20, 230 80 S 300 100, 340 40'
const OWN_STROKES = 'M30 60 Q 70 120 110 50 T 190 70 T 270 50 M60 100 L 330 84'

const drawSignature = (strokes: string): Promise<Buffer> =>
  sharp(svg(`<path d="${strokes}" fill="none" stroke="#111" stroke-width="4"/>`, 380, 150))
    .png()
    .toBuffer()

/** A small picture of an ONU on a wall. */
const drawPhoto = (): Promise<Buffer> =>
  sharp(
    svg(
      `<rect width="480" height="360" fill="#d9d2c5"/><rect y="270" width="480" height="90" fill="#8d7b68"/>
      <rect x="140" y="110" width="200" height="120" rx="14" fill="#fafafa"/><rect x="160" y="190" width="160" height="10" fill="#cbd5e1"/>
      <circle cx="170" cy="150" r="7" fill="#16a34a"/><circle cx="200" cy="150" r="7" fill="#16a34a"/><circle cx="230" cy="150" r="7" fill="#16a34a"/>
      <path d="M240 230 C 240 300, 380 260, 400 340" fill="none" stroke="#111827" stroke-width="6"/>`,
      480,
      360,
    ),
  )
    .jpeg({ quality: 78 })
    .toBuffer()
