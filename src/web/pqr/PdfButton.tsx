import { pqrApi } from '#domain/pqr/api.ts'
import { download } from '#web/core/download.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { id: string }

/** Downloads the certificate of the filing. */
export function ConstanciaButton({ id }: Props) {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(pqrApi.constancia, { params: { id } }))}
    >
      Descargar constancia
    </Button>
  )
}

/** Downloads the last answer. */
export function AnswerPdfButton({ id }: Props) {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(pqrApi.answerPdf, { params: { id } }))}
    >
      Descargar la respuesta
    </Button>
  )
}
