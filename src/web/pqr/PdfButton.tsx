import { pqrApi } from '#domain/pqr/api.ts'
import type { Receipt } from '#domain/pqr/case.ts'
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

const RECEIPT_LABELS: Readonly<Record<Receipt, string>> = {
  filing: 'Descargar constancia',
  link: 'Constancia de la factura',
  appeal: 'Constancia del recurso',
  withdrawal: 'Constancia del desistimiento',
}

/** Downloads a certificate of who filed, appealed or withdrew without a session. */
export function PublicConstanciaButton({ token, of = 'filing' }: { token: string; of?: Receipt }) {
  const [busy, run] = useBusy<'save'>()
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(publicPqrApi.receipt, { params: { token }, query: { of } }))}
    >
      {RECEIPT_LABELS[of]}
    </Button>
  )
}

/** Downloads the certificate of the linked invoice, of the appeal, or of the withdrawal. */
export function StepReceiptButton({ id, of }: Props & { of: Exclude<Receipt, 'filing'> }) {
  const [busy, run] = useBusy<'save'>()
  const input = { params: { id }, query: { of } } as const
  return (
    <Button
      busy={busy ? 'Preparando…' : undefined}
      onClick={() => void run('save', () => download(pqrApi.constancia, input))}
    >
      {RECEIPT_LABELS[of]}
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
