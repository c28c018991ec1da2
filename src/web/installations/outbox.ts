import { installationApi } from '#domain/installations/api.ts'
import { type FileField, newReportOf } from '#domain/installations/draft.ts'
import { fileApi } from '#domain/installations/file-api.ts'
import { call } from '#web/core/call.ts'
import { ownerOf } from '#web/core/drafts.ts'
import { type Failure, isFailure } from '#web/core/failure.ts'
import { session } from '#web/core/session.ts'
import { upload } from '#web/core/upload.ts'
import { notifyReports, setSending } from './report-news.ts'
import {
  type DeviceReport,
  forgetFileUrls,
  listFiles,
  listReports,
  readFile,
  readReport,
  saveReport,
  setFileUrl,
} from './report-store.ts'
import { isPassing, sendEach } from './retry.ts'

/** How often the waiting reports are tried again while a page is open. */
const RETRY_MS = 30_000
/** The tag of a background sync, and the message of the service worker that one began. */
const SYNC_TAG = 'enlace-reports'

/**
 * Sends the waiting reports of the signed-in user: now, when the connection returns, when the page is seen again, and every half a
 * minute. A background sync of the browser wakes an open page; a closed one sends when it is opened, because the service worker has no
 * session. Returns how to stop.
 */
export function startOutbox(): () => void {
  const run = (): void => void sendWaiting({ background: true })
  const runVisible = (): void => {
    if (document.visibilityState === 'visible') run()
  }
  const onMessage = ({ data }: MessageEvent): void => {
    if (data === SYNC_TAG) run()
  }
  window.addEventListener('online', run)
  window.addEventListener('focus', run)
  document.addEventListener('visibilitychange', runVisible)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  const timer = setInterval(run, RETRY_MS)
  run()
  return () => {
    window.removeEventListener('online', run)
    window.removeEventListener('focus', run)
    document.removeEventListener('visibilitychange', runVisible)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
    clearInterval(timer)
  }
}

/** Sends every waiting report of the signed-in user, one after the other. Never rejects. */
export async function sendWaiting({ background = false } = {}): Promise<void> {
  const owner = ownerOf(session.get().user)
  if (owner === null || session.get().token === null || !navigator.onLine) return
  try {
    const waiting = (await listReports(owner, Date.now())).filter(({ status }) => status === 'waiting')
    const ids = waiting.toReversed().map(({ id }) => id)
    const options = { background, maySend: () => ownerOf(session.get().user) === owner }
    await sendEach(ids, (id) => sendReport(owner, id, options))
  } catch {
    // The database of this browser cannot be read now; the screens show it.
  }
}

/** Asks the browser to wake this page when it has a connection, where it can. */
export async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration && hasSync(registration)) await registration.sync.register(SYNC_TAG).catch(() => undefined)
}

type WithSync = ServiceWorkerRegistration & { sync: { register: (tag: string) => Promise<void> } }
const hasSync = (registration: ServiceWorkerRegistration): registration is WithSync => 'sync' in registration

/** `maySend`: false once another person has signed in on this device. */
type SendOptions = { background: boolean; maySend: () => boolean }

/**
 * Sends a waiting report: its files one by one, each with its own Idempotency-Key, and then the report with its client_uuid, so that
 * a repeated attempt adds nothing twice. One tab sends it at a time.
 */
const sendReport = (owner: string, id: string, options: SendOptions): Promise<void> =>
  navigator.locks.request(`enlace-report-${id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    const report = await readReport(owner, id)
    if (report?.status !== 'waiting') return
    try {
      const urls = await sendFiles(report, options)
      const { data } = await call(installationApi.create, {
        params: { id: report.no_contract },
        query: { sent_at: new Date().toISOString(), ...(report.also ? { also: 'true' as const } : {}) },
        body: {
          installation_log: newReportOf({
            client_uuid: id,
            start_time: report.started_at,
            end_time: report.ended_at ?? report.started_at,
            values: report.values,
            urls,
          }),
        },
        ...options,
      })
      await saveReport({ ...report, status: 'sent', sent_at: Date.now(), failure: null, consecutive: data.consecutive })
    } catch (error) {
      await recordFailure(report, isFailure(error) ? error : UNREADABLE)
    } finally {
      setSending(id, null)
      notifyReports({ kind: 'changed', id })
    }
  })

/** Sends the files that are not at the server yet. Returns the addresses of all. */
async function sendFiles(report: DeviceReport, options: SendOptions): Promise<Partial<Record<FileField, string>>> {
  const files = await listFiles(report.id)
  const urls: Partial<Record<FileField, string>> = {}
  for (const [index, file] of files.entries()) {
    setSending(report.id, { at: index + 1, of: files.length + 1 })
    urls[file.field] = file.url ?? (await sendFile(file, options))
  }
  setSending(report.id, { at: files.length + 1, of: files.length + 1 })
  return urls
}

type UnsentFile = Awaited<ReturnType<typeof listFiles>>[number]

async function sendFile({ id, field, type }: UnsentFile, options: SendOptions): Promise<string | undefined> {
  const blob = await readFile(id)
  if (blob === null) return undefined
  const isSignature = field.startsWith('signature')
  const file = new File([blob], `${field}.${isSignature ? 'png' : 'jpg'}`, { type })
  const { data } = await upload(
    fileApi.upload,
    file,
    { kind: isSignature ? 'signature' : 'photo' },
    { idempotencyKey: id, ...options },
  )
  await setFileUrl(id, data.url)
  return data.url
}

/** A file or a field of the report cannot be read on this device: the screen says so, and the user sends it again. */
const UNREADABLE = {
  status: 422,
  code: 'unreadable',
  message: 'Este equipo no pudo leer una foto, una firma o un dato del acta. Ábrela, revísala y envíala otra vez',
}

/** What may pass waits for the next attempt. What the server refused, or this device cannot read, is shown to the user. */
async function recordFailure(
  report: DeviceReport,
  { status, code, message, errors = [] }: Pick<Failure, 'status' | 'code' | 'message' | 'errors'>,
): Promise<void> {
  if (isPassing(status)) return
  const lost = new Set(errors.map(({ field }) => field.split('.').at(-1) ?? ''))
  await forgetFileUrls(report.id, lost)
  await saveReport({ ...report, status: 'failed', failure: { code, message, errors: [...errors] } })
}
