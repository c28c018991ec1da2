import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PHOTO_FIELDS, videoProblem } from '#domain/installations/draft.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FormValues } from './form-fields.tsx'
import { Line } from './form-fields.tsx'
import { compressPhoto } from './photo.ts'
import { Section } from './ReportSection.tsx'
import { type DeviceFile, readFile } from './report-store.ts'
import type { ReportForm } from './use-device-report.ts'

/** Up to three photos, made small when they are taken, and the address of a video (ACT-10). */
export function EvidenceSection({ form, device }: { form: FormValues; device: ReportForm }) {
  const typed = form.values['evi_vid_url'] ?? ''
  const problem = typed.length > 8 ? videoProblem(typed) : null
  const shown = problem === null ? form : { ...form, errors: { ...form.errors, evi_vid_url: problem } }
  return (
    <Section title="Evidencias">
      <p className="field__hint">Hasta tres fotos. No son obligatorias para enviar el acta.</p>
      <div className="acta__photos">
        {PHOTO_FIELDS.map((field, index) => (
          <PhotoField
            key={field}
            label={`Foto ${index + 1}`}
            id={field}
            file={device.files.find((file) => file.field === field)}
            onFile={(file) => device.setFile(field, file)}
          />
        ))}
      </div>
      <Line
        form={shown}
        name="evi_vid_url"
        label="URL del video (opcional)"
        hint="También se puede agregar después, desde el acta enviada."
        inputMode="url"
        max={500}
      />
    </Section>
  )
}

type PhotoProps = {
  label: string
  id: string
  file: DeviceFile | undefined
  onFile: (file: Blob | null) => Promise<void>
}

function PhotoField({ label, id, file, onFile }: PhotoProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const preview = usePreview(file?.id)
  const take = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return
    setBusy(true)
    setProblem(null)
    try {
      await onFile(await compressPhoto(chosen))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="photo">
      {preview === null ? (
        <div className="photo__picture" />
      ) : (
        <img className="photo__picture" src={preview} alt={label} />
      )}
      <label className="button button--secondary button--normal photo__take">
        <Camera size={18} aria-hidden="true" />
        {isBusy ? 'Reduciendo…' : file ? `Cambiar ${label.toLowerCase()}` : `Tomar ${label.toLowerCase()}`}
        <input
          id={id}
          type="file"
          accept="image/*"
          capture="environment"
          className="visually-hidden"
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
      </label>
      {file && (
        <Button
          variant="quiet"
          size="dense"
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => void onFile(null)}
        >
          Quitar {label.toLowerCase()}
        </Button>
      )}
      {file && <p className="field__hint">{kilobytes(file.size)} kB en este teléfono</p>}
      {problem && (
        <p id={`${id}-error`} className="field__error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const kilobytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1_000))

/** The address of a kept photo in this tab. */
function usePreview(id: string | undefined): string | null {
  const [source, setSource] = useState<{ id: string; url: string } | null>(null)
  useEffect(() => {
    if (id === undefined) return undefined
    let url: string | null = null
    let isGone = false
    void readFile(id)
      .catch(() => null)
      .then((blob) => {
        if (blob === null || isGone) return
        url = URL.createObjectURL(blob)
        setSource({ id, url })
      })
    return () => {
      isGone = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [id])
  return source?.id === id ? (source?.url ?? null) : null
}
