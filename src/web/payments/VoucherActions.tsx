import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { download, fetchFile } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { hasShareSheet, openWhatsapp, shareFile } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = { id: string; text: string }

/** The actions on a voucher: download it, share it, return to the home page. */
export function VoucherActions({ id, text }: Props) {
  const [isBusy, setBusy] = useState(false)
  const input = { params: { id } }
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(false)
    }
  }
  const save = (): void => void run(() => download(paymentApi.voucher, input))
  const share = (): void =>
    hasShareSheet()
      ? void run(async () => shareFile(await fetchFile(paymentApi.voucher, input), text))
      : openWhatsapp(text)
  return (
    <>
      <Button variant="primary" size="large" busy={isBusy ? 'Preparando…' : undefined} onClick={save}>
        Descargar recibo
      </Button>
      <Button size="large" onClick={share}>
        Compartir
      </Button>
      <Link className="button button--secondary button--large" to={paths.dashboard}>
        Volver al inicio
      </Link>
    </>
  )
}
