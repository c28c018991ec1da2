import { useState } from 'react'
import type { Endpoint, Reply } from '#domain/core/api.ts'
import { clientImportApi, type ImportProgress } from '#domain/imports/api.ts'
import { useRead } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'

const POLL_MS = 400

/** The progress of an upload: the sent part of the file, from 0 to 1, and then what the server has done. */
export type UploadState = { sent: number; server: ImportProgress | null }

type Running = { id: string; sent: number }

/** Sends a file and reports its progress: first its bytes, then the rows that the server has checked and written (CLI-04). */
export function useUpload() {
  const [running, setRunning] = useState<Running | null>(null)
  const isSent = running !== null && running.sent === 1
  const progress = useRead(
    clientImportApi.progress,
    { query: { id: running?.id ?? '' } },
    { enabled: isSent, ...(isSent ? { pollMs: POLL_MS } : {}) },
  )
  const send = async <E extends Endpoint>(
    endpoint: E,
    file: File,
    fields: Readonly<Record<string, string>>,
  ): Promise<Reply<E>> => {
    const id = crypto.randomUUID()
    setRunning({ id, sent: 0 })
    try {
      return await upload(endpoint, file, { ...fields, progress: id }, { onSent: (sent) => setRunning({ id, sent }) })
    } finally {
      setRunning(null)
    }
  }
  const state: UploadState | null = running && { sent: running.sent, server: progress.data?.data ?? null }
  return { send, state }
}
