import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
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

/** Downloads the certificate of a case that was just filed without a session. */
export function PublicConstanciaButton({ token }: { token: string }) {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(publicPqrApi.receipt, { params: { token } }))}
    >
      Descargar constancia
    </Button>
  )
}

/** Downloads the certificate of the appeal. */
export function AppealReceiptButton({ id }: Props) {
  const [busy, run] = useBusy<'save'>()
  const input = { params: { id }, query: { of: 'appeal' } } as const
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(pqrApi.constancia, input))}
    >
      Constancia del recurso
    </Button>
  )
}

/** Downloads the first answer, or that of the appeal. */
export function AnswerPdfButton({ id, of }: Props & { of: 'filing' | 'appeal' }) {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(pqrApi.answerPdf, { params: { id }, query: { of } }))}
    >
      {of === 'filing' ? 'Descargar la respuesta' : 'Respuesta al recurso'}
    </Button>
  )
}
