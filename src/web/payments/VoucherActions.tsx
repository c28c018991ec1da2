import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { download, fetchFile } from '#web/core/download.ts'
import { hasShareSheet, openWhatsapp } from '#web/core/share.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useShareFile } from '#web/core/use-share-file.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = { id: string; text: string }

/** The actions on a voucher: download it, share it, return to the home page. */
export function VoucherActions({ id, text }: Props) {
  const [busy, run] = useBusy<'save' | 'share'>()
  const input = { params: { id } }
  const shareVoucher = useShareFile({
    fetch: () => fetchFile(paymentApi.voucher, input),
    text,
    again: 'El recibo está listo: toca Compartir otra vez',
  })
  const save = (): void => void run('save', () => download(paymentApi.voucher, input))
  const share = (): void => (hasShareSheet() ? void run('share', shareVoucher) : openWhatsapp(text))
  return (
    <>
      <Button variant="primary" size="large" busy={busy === 'save' ? 'Preparando…' : undefined} onClick={save}>
        Descargar recibo
      </Button>
      <Button size="large" busy={busy === 'share' ? 'Preparando…' : undefined} onClick={share}>
        Compartir
      </Button>
      <Link className="button button--secondary button--large" to={paths.dashboard}>
        Volver al inicio
      </Link>
    </>
  )
}
