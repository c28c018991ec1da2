import { fileApi } from '#domain/installations/file-api.ts'
import { useFileUrl } from '#web/core/use-file-url.ts'

/** A photo or a signature of a report. It is fetched, because an <img> cannot send the session. */
export function ReportPicture({ url, alt, isLarge = false }: { url: string; alt: string; isLarge?: boolean }) {
  const { url: source, problem } = useFileUrl(fileApi.get, { params: { id: url.split('/').at(-1) ?? '' } })
  const className = isLarge ? 'acta__picture acta__picture--large' : 'acta__picture'
  if (problem !== null) return <p className={`${className} acta__empty`}>No pudimos cargar: {alt.toLowerCase()}</p>
  return source === null ? <div className={className} /> : <img className={className} src={source} alt={alt} />
}
