import { useRef, useState } from 'react'
import type { UploadedFiles } from '#domain/pqr/case.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { pqrUploadApi } from '#domain/pqr/upload-api.ts'
import { upload } from '#web/core/upload.ts'

/** The key of an upload lasts 55 minutes: one that is older is sent again. */
const KEPT_MS = 50 * 60_000

type Sent = { company: string; at: number; uploaded: UploadedFiles[number] }
type Send = (company: string, file: File, onSent: (part: number) => void) => Promise<{ data: UploadedFiles[number] }>

/** Uploads the files of a form without a session, for the company of a NIT. */
export const usePublicUploads = () =>
  useUploads((company, file, onSent) => upload(publicPqrApi.upload, file, { company }, { onSent }))

/** Uploads the files of a form of a client or of the desk. */
export function useOwnUploads() {
  const { uploadAll, ...rest } = useUploads((_company, file, onSent) =>
    upload(pqrUploadApi.upload, file, {}, { onSent }),
  )
  return { ...rest, uploadAll: (files: readonly File[]) => uploadAll('', files) }
}

/**
 * Uploads the files of a form before the form itself. A file that arrived is not sent again when the next one fails
 * and the user tries again. `label`: how far it is; null while nothing is sent. Throws the `Failure` of a file that did not arrive.
 */
function useUploads(send: Send) {
  const sent = useRef(new Map<File, Sent>())
  const [label, setLabel] = useState<string | null>(null)

  const one = async (company: string, file: File, onSent: (part: number) => void): Promise<UploadedFiles[number]> => {
    const before = sent.current.get(file)
    if (before?.company === company && Date.now() - before.at < KEPT_MS) return before.uploaded
    const { data: uploaded } = await send(company, file, onSent)
    sent.current.set(file, { company, at: Date.now(), uploaded })
    return uploaded
  }

  return {
    label,
    /** The server may have used the files of a form that failed: the next try sends them again. */
    forget: (): void => sent.current.clear(),
    uploadAll: async (company: string, files: readonly File[]): Promise<UploadedFiles> => {
      const uploaded: UploadedFiles = []
      try {
        for (const [index, file] of files.entries()) {
          const which = `Subiendo ${index + 1} de ${files.length}`
          setLabel(`${which}…`)
          uploaded.push(await one(company, file, (part) => setLabel(`${which} (${Math.round(part * 100)} %)…`)))
        }
      } finally {
        setLabel(null)
      }
      return uploaded
    },
  }
}
