import { useEffect, useState } from 'react'
import { fileApi } from '#domain/installations/file-api.ts'
import { fetchFile } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'

/** A photo or a signature of a report. It is fetched, because an <img> cannot send the session. */
export function ReportPicture({ url, alt, isLarge = false }: { url: string; alt: string; isLarge?: boolean }) {
  const [source, setSource] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isGone = false
    let made: string | null = null
    fetchFile(fileApi.get, { params: { id: url.split('/').at(-1) ?? '' } })
      .then((file) => {
        if (isGone) return
        made = URL.createObjectURL(file)
        setSource(made)
      })
      .catch((error: unknown) => {
        if (!isFailure(error)) throw error
        if (!isGone) setMissing(true)
      })
    return () => {
      isGone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [url])
  const className = isLarge ? 'acta__picture acta__picture--large' : 'acta__picture'
  if (isMissing) return <p className={`${className} acta__empty`}>No pudimos cargar: {alt.toLowerCase()}</p>
  return source === null ? <div className={className} /> : <img className={className} src={source} alt={alt} />
}
