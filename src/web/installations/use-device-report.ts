import { type RefObject, useEffect, useRef, useState } from 'react'
import {
  ANSWER_YES,
  changesSigned,
  type FileField,
  SIGNATURE_REMOVED,
  type StepKey,
} from '#domain/installations/draft.ts'
import type { Values } from '#domain/installations/report-values.ts'
import type { Strokes } from '#web/ui/SignaturePad.tsx'
import { requestSync, sendWaiting } from './outbox.ts'
import { isSignedByClient, type KeptReport } from './report-choice.ts'
import { listenToReports, notifyReports } from './report-news.ts'
import { problemOf, type Saver, saverOf } from './report-saver.ts'
import { type DeviceFile, type DeviceReport, listFiles, readReport, removeFile, saveFile } from './report-store.ts'

export type ReportForm = {
  readonly report: DeviceReport
  readonly files: readonly DeviceFile[]
  /** Why the last change is not on this device; null when it is. */
  readonly problem: string | null
  /** Whether the last change is still being saved on this device. */
  readonly isSaving: boolean
  /** Whether another tab has the same report open. */
  readonly isElsewhere: boolean
  /**
   * Keeps values. A change of what the client signed removes that signature, and SIGNATURE_REMOVED says so. `isByClient`: the client
   * makes it in its own view.
   */
  set: (changes: Values, isByClient?: boolean) => void
  /** Keeps the open step, so that the form opens there again. Not while another tab writes: it would keep what this one read before. */
  keepStep: (step: StepKey) => void
  sign: (field: FileField, strokes: Strokes, picture: Promise<Blob> | null) => Promise<void>
  setFile: (field: FileField, file: Blob | null) => Promise<void>
  /** The files of the report once all that was drawn or chosen is saved on this device. */
  settle: () => Promise<readonly DeviceFile[]>
  /** Puts the complete report in the outbox and sends it when there is a connection. */
  send: (also?: boolean) => Promise<void>
  /** Opens again a report that is not sent. */
  edit: () => Promise<void>
}

type Loaded = {
  report: DeviceReport
  files: readonly DeviceFile[]
  problem: string | null
  isSaving: boolean
  isElsewhere: boolean
  /** Saves what changes. Null before the first effect. */
  saver: RefObject<Saver | null>
  /** Ends when the last file is saved: they are saved one after the other, so that the last stroke wins. */
  writes: RefObject<Promise<void>>
  setReport: (report: DeviceReport) => void
  setFiles: (files: readonly DeviceFile[]) => void
  setProblem: (problem: string | null) => void
  setSaving: (isSaving: boolean) => void
}

/** A report of this device, or one that begins now, as a form. Mount it again for another report. */
export function useDeviceReport(first: KeptReport): ReportForm {
  const loaded = useLoadedReport(first)
  const { report, files, problem, isSaving, isElsewhere } = loaded
  const actions = actionsOf(report, loaded)
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  // The same function for every render: a field is drawn again only when its value changes.
  const [set] = useState(
    (): ReportForm['set'] =>
      (...change) =>
        latest.current.set(...change),
  )
  return { report, files, problem, isSaving, isElsewhere, ...actions, set }
}

function useLoadedReport(kept: KeptReport): Loaded {
  const [first] = useState(kept.report)
  const [report, setReport] = useState(first)
  const [files, setFiles] = useState(kept.files)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(first.status === 'draft')
  const [isElsewhere, setElsewhere] = useState(false)
  const saver = useRef<Saver | null>(null)
  const writes = useRef(Promise.resolve())
  useEffect(() => {
    if (saver.current === null) {
      saver.current = saverOf(first, { setProblem, setSaving })
      // One that waits is not written again: it may be sent meanwhile.
      if (first.status === 'draft') saver.current.save(first)
    }
    const flush = (): void => void saver.current?.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
    }
  }, [first])
  const { id, owner } = first
  useEffect(() => {
    const stop = listenToReports((news, isOwn) => {
      if (news.id !== id) return
      if (!isOwn && news.kind === 'open') notifyReports({ kind: 'here', id })
      if (!isOwn && news.kind !== 'changed') setElsewhere(true)
      if (news.kind === 'changed') void follow(owner, id, { saver, setReport, setProblem, setSaving })
    })
    notifyReports({ kind: 'open', id })
    return stop
  }, [id, owner])
  return { report, files, problem, isSaving, isElsewhere, saver, writes, setReport, setFiles, setProblem, setSaving }
}

/** Shows the stored report after it was sent or refused. What is being written is not replaced. */
async function follow(
  owner: string,
  id: string,
  { saver, setReport, setProblem, setSaving }: Pick<Loaded, 'saver' | 'setReport' | 'setProblem' | 'setSaving'>,
): Promise<void> {
  const stored = await readReport(owner, id)
  if (stored === null || (stored.status === 'draft' && saver.current?.last().status === 'draft')) return
  saver.current = saverOf(stored, { setProblem, setSaving })
  setReport(stored)
}

function actionsOf(report: DeviceReport, { isElsewhere, saver, writes, setReport, setFiles, setProblem }: Loaded) {
  const last = (): DeviceReport => saver.current?.last() ?? report
  const change = (changes: Partial<DeviceReport>): void => {
    const next = { ...last(), ...changes, saved_at: Date.now() }
    setReport(next)
    saver.current?.save(next)
  }
  const move = async (changes: Partial<DeviceReport>): Promise<void> => {
    change(changes)
    await saver.current?.flush()
    notifyReports({ kind: 'changed', id: report.id })
  }
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = writes.current.then(work)
    writes.current = done.catch(() => undefined)
    return done
  }
  const storeFile = async (field: FileField, given: Blob | Promise<Blob> | null): Promise<void> => {
    try {
      const file = await given
      if (file === null) await removeFile(report.id, field)
      else await saveFile(report.owner, report.id, field, file)
      setProblem(null)
    } catch (error) {
      setProblem(problemOf(error))
      throw new Error(problemOf(error), { cause: error })
    }
    setFiles(await listFiles(report.id))
  }
  return {
    setFile: (field: FileField, file: Blob | null) => inTurn(() => storeFile(field, file)),
    settle: async () => {
      await writes.current
      return listFiles(report.id)
    },
    keepStep: (step: StepKey) => {
      if (isElsewhere) return
      saver.current?.save({ ...last(), step })
      // At once: a person goes on to the next step, or reloads, right after it.
      void saver.current?.flush()
    },
    ...signedActions({ last, change, inTurn, storeFile, flush: async () => saver.current?.flush() }),
    send: async (also = false) => {
      const ended_at = report.ended_at ?? new Date().toISOString()
      await move({ status: 'waiting', failure: null, ended_at, also: also || report.also })
      void requestSync()
      await sendWaiting()
    },
    edit: () => move({ status: 'draft', failure: null, ended_at: null }),
  }
}

type Writing = {
  last: () => DeviceReport
  change: (changes: Partial<DeviceReport>) => void
  inTurn: (work: () => Promise<void>) => Promise<void>
  storeFile: (field: FileField, given: Promise<Blob> | null) => Promise<void>
  flush: () => Promise<void>
}

/** What is written, and the signatures under it: a change of what the client signed removes that signature. */
function signedActions({ last, change, inTurn, storeFile, flush }: Writing) {
  return {
    set: (changes: Values, isByClient = false) => {
      const { values, strokes } = last()
      const isRemoved = isSignedByClient(last()) && changesSigned(values, changes, isByClient)
      const changed = { ...values, ...changes, ...(isRemoved && REMOVED) }
      change({
        values: Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== '')),
        ...(isRemoved && { strokes: { ...strokes, [CLIENT]: [] } }),
        status: 'draft',
        failure: null,
      })
      // A failed removal is shown above the form.
      if (isRemoved) void inTurn(() => storeFile(CLIENT, null)).catch(() => undefined)
    },
    sign: (field: FileField, strokes: Strokes, picture: Promise<Blob> | null) => {
      const values = Object.fromEntries(Object.entries(last().values).filter(([name]) => name !== SIGNATURE_REMOVED))
      change({
        strokes: { ...last().strokes, [field]: strokes },
        ...(field === CLIENT && picture !== null && { values }),
      })
      return inTurn(async () => {
        await flush()
        await storeFile(field, picture)
      })
    },
  }
}

const CLIENT = 'signature_client_url'
/** No drawing, no typed name, and why. */
const REMOVED = { [`name_of.${CLIENT}`]: '', [SIGNATURE_REMOVED]: ANSWER_YES }
