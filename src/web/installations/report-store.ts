import * as z from 'zod/mini'
import { DAY_MS } from '#domain/core/durations.ts'
import { FILE_FIELDS, type FileField } from '#domain/installations/draft.ts'
import { Visit } from '#domain/installations/report.ts'
import { REPORT_DAYS_MAX } from '#domain/installations/visit-time.ts'
import { keyOf, openReports, type ReportStatus, type StoredFile, type StoredReport } from './report-database.ts'
import { seal, sealJson, unseal, unsealJson } from './sealing.ts'

/** How long a report remains after the server confirmed it, and a contract that was prepared for a visit. */
const KEPT_DAYS = REPORT_DAYS_MAX

const Content = z.object({
  no_contract: z.string(),
  identification: z.string(),
  client: z.string(),
  started_at: z.string(),
  ended_at: z.nullable(z.string()),
  values: z.record(z.string(), z.string()),
  /** The key of the step that was open last, on a phone. */
  step: z.optional(z.string()),
  /** The work order of the visit that it was opened from, until the technician chooses another one. */
  visit_order: z.optional(z.string()),
  /** The strokes of drawn signatures, to draw them again; the sent picture is a file. */
  strokes: z.record(z.string(), z.array(z.array(z.tuple([z.number(), z.number()])))),
  /** Whether to send it as a second report of the same visit. */
  also: z.boolean(),
  /** Why the server refused it. */
  failure: z.nullable(
    z.object({
      code: z.string(),
      message: z.string(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
  /** The consecutive of the confirmed report. */
  consecutive: z.nullable(z.number()),
})
type Content = z.output<typeof Content>

export type DeviceReport = Content & {
  readonly id: string
  readonly owner: string
  readonly status: ReportStatus
  readonly saved_at: number
  readonly sent_at: number | null
}

/** A file of a report without its bytes. */
export type DeviceFile = Pick<StoredFile, 'id' | 'field' | 'type' | 'size' | 'url'>

/** The field of the work order, which a report takes from its visit. */
export const ORDER_FIELD = 'type_order_job'

/** Whether there is something of a person in a draft: one that was opened and has its work order alone is not work to send. */
export const isTouched = ({ status, values }: DeviceReport, files: readonly DeviceFile[]): boolean =>
  status !== 'draft' || files.length > 0 || Object.keys(values).some((name) => name !== ORDER_FIELD)

/** Saves a report. Throws when there is no space. */
export async function saveReport({ id, owner, status, saved_at, sent_at, ...content }: DeviceReport): Promise<void> {
  const sealed = await sealJson(await keyOf(owner), content)
  await (await openReports()).put('reports', { id, owner, status, saved_at, sent_at, sealed })
}

/** A report of this user. Null when there is none, or when it cannot be read. */
export async function readReport(owner: string, id: string): Promise<DeviceReport | null> {
  const stored = await (await openReports()).get('reports', id)
  return stored && stored.owner === owner ? open(stored) : null
}

/** The reports of a user on this device, the last saved first. Those that the server confirmed more than 7 days ago are removed. */
export async function listReports(owner: string, now: number): Promise<DeviceReport[]> {
  const db = await openReports()
  const stored = await db.getAllFromIndex('reports', 'owner', owner)
  const isOld = ({ status, sent_at }: StoredReport): boolean =>
    status === 'sent' && sent_at !== null && now - sent_at > KEPT_DAYS * DAY_MS
  for (const { id } of stored.filter(isOld)) await removeReport(id)
  const found = await Promise.all(stored.filter((one) => !isOld(one)).map(open))
  return found.filter((one) => one !== null).toSorted((a, b) => b.saved_at - a.saved_at)
}

async function open({ sealed, ...stored }: StoredReport): Promise<DeviceReport | null> {
  try {
    const content = z.safeParse(Content, await unsealJson(await keyOf(stored.owner), sealed))
    return content.success ? { ...stored, ...content.data } : null
  } catch {
    return null
  }
}

/** Removes a report and its files. */
export async function removeReport(id: string): Promise<void> {
  const db = await openReports()
  const tx = db.transaction(['reports', 'files'], 'readwrite')
  const files = await tx.objectStore('files').index('report').getAllKeys(id)
  await Promise.all(files.map((file) => tx.objectStore('files').delete(file)))
  await tx.objectStore('reports').delete(id)
  await tx.done
}

/** Removes all that this device has of a user: the reports with their files, the prepared contracts and the key that opens them. */
export async function removeAll(owner: string): Promise<void> {
  const db = await openReports()
  const tx = db.transaction(['keys', 'reports', 'files', 'visits'], 'readwrite')
  const [reports, files, visits] = [tx.objectStore('reports'), tx.objectStore('files'), tx.objectStore('visits')]
  for (const report of await reports.index('owner').getAllKeys(owner)) {
    for (const file of await files.index('report').getAllKeys(report)) await files.delete(file)
    await reports.delete(report)
  }
  for (const visit of await visits.index('owner').getAllKeys(owner)) await visits.delete(visit)
  await tx.objectStore('keys').delete(owner)
  await tx.done
}

/** The files of a report, in the order in which they are sent. */
export async function listFiles(report: string): Promise<DeviceFile[]> {
  const stored = await (await openReports()).getAllFromIndex('files', 'report', report)
  return stored
    .map(({ id, field, type, size, url }) => ({ id, field, type, size, url }))
    .toSorted((a, b) => FILE_FIELDS.indexOf(a.field) - FILE_FIELDS.indexOf(b.field))
}

/** Keeps a file of a report instead of the one that its field had. Throws when there is no space. */
export async function saveFile(owner: string, report: string, field: FileField, blob: Blob): Promise<void> {
  const sealed = await seal(await keyOf(owner), await blob.arrayBuffer())
  const db = await openReports()
  const tx = db.transaction('files', 'readwrite')
  const earlier = await tx.store.index('report').getAll(report)
  await Promise.all(earlier.filter((file) => file.field === field).map(({ id }) => tx.store.delete(id)))
  const { type, size } = blob
  await tx.store.put({ id: crypto.randomUUID(), owner, report, field, type, size, url: null, sealed })
  await tx.done
}

export async function removeFile(report: string, field: FileField): Promise<void> {
  const files = await listFiles(report)
  const db = await openReports()
  await Promise.all(files.filter((file) => file.field === field).map(({ id }) => db.delete('files', id)))
}

/** The bytes of a file. Null when it is gone. */
export async function readFile(id: string): Promise<Blob | null> {
  const stored = await (await openReports()).get('files', id)
  if (!stored) return null
  return new Blob([await unseal(await keyOf(stored.owner), stored.sealed)], { type: stored.type })
}

/** Records that a file is at the server. */
export async function setFileUrl(id: string, url: string): Promise<void> {
  const db = await openReports()
  const tx = db.transaction('files', 'readwrite')
  const stored = await tx.store.get(id)
  if (stored) await tx.store.put({ ...stored, url })
  await tx.done
}

/** Sends these files again under new keys: the server no longer has them. */
export async function forgetFileUrls(report: string, fields: ReadonlySet<string>): Promise<void> {
  const db = await openReports()
  const tx = db.transaction('files', 'readwrite')
  for (const stored of await tx.store.index('report').getAll(report)) {
    if (!fields.has(stored.field)) continue
    await tx.store.delete(stored.id)
    await tx.store.put({ ...stored, id: crypto.randomUUID(), url: null })
  }
  await tx.done
}

const StoredVisitData = z.object({ visit: Visit })
export type DeviceVisit = { readonly visit: Visit; readonly saved_at: number }

export async function saveVisit(owner: string, visit: Visit, now: number): Promise<void> {
  const sealed = await sealJson(await keyOf(owner), { visit })
  await (await openReports()).put('visits', { key: `${owner}/${visit.no_contract}`, owner, saved_at: now, sealed })
}

/** The prepared contract of a visit. Null when it was not prepared on this device. */
export const readVisit = async (owner: string, no: string, now: number): Promise<DeviceVisit | null> =>
  (await listVisits(owner, now)).find(({ visit }) => visit.no_contract === no) ?? null

/** The contracts that are prepared on this device. Those that were read more than 7 days ago are removed. */
export async function listVisits(owner: string, now: number): Promise<DeviceVisit[]> {
  const db = await openReports()
  const found: DeviceVisit[] = []
  for (const { key, saved_at, sealed } of await db.getAllFromIndex('visits', 'owner', owner)) {
    const data = z.safeParse(StoredVisitData, await unsealJson(await keyOf(owner), sealed).catch(() => null))
    if (data.success && now - saved_at <= KEPT_DAYS * DAY_MS) found.push({ visit: data.data.visit, saved_at })
    else await db.delete('visits', key)
  }
  return found
}
