import { ExternalLink } from 'lucide-react'
import { installationApi } from '#domain/installations/api.ts'
import type { Report } from '#domain/installations/report.ts'
import type { CallInput } from '#web/core/call.ts'
import { messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = {
  report: Report
  input: CallInput<typeof installationApi.get>
  canEdit: boolean
}

/** The video of the evidence: a link when it is saved, before that a field with 'Actualizar' (ACT-10). */
export function VideoField({ report, input, canEdit }: Props) {
  const add = useChange(installationApi.addVideo)
  const form = useForm({
    schema: installationApi.addVideo.body,
    fields: ['evi_vid_url'],
    submit: async (body) => {
      try {
        await add.mutateAsync({ ...input, query: { ...input.query, report: report.id }, body })
        toastSuccess('URL del video guardada correctamente')
      } catch (error) {
        toastError(messageOf(error, 'Error al guardar la URL del video'))
        throw error
      }
    },
  })
  const { evi_vid_url: saved } = report
  if (saved !== null || !canEdit) return <SavedVideo url={saved} />
  return (
    <form className="acta__video" noValidate onSubmit={form.onSubmit}>
      <TextField
        label="URL del video"
        {...form.field('evi_vid_url')}
        inputMode="url"
        autoComplete="off"
        maxLength={500}
      />
      <Button type="submit" variant="primary" busy={form.isBusy ? 'Guardando…' : undefined}>
        Actualizar
      </Button>
    </form>
  )
}

/** A saved video: its field is disabled, and a link opens it. The server saves only addresses of http and https. */
export function SavedVideo({ url }: { url: string | null }) {
  if (url === null) return <p className="acta__empty">Sin video</p>
  return (
    <div className="acta__video">
      <TextField label="URL del video" value={url} disabled />
      {/^https?:\/\//.test(url) && (
        <a className="button button--secondary button--normal" href={url} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={16} aria-hidden="true" /> Ver video
        </a>
      )}
    </div>
  )
}
