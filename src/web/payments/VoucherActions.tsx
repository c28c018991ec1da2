import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { share } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/Toasts.tsx'

type Props = { id: string; text: string }

/** The actions on a voucher: download it, share it, return to the home page. */
export function VoucherActions({ id, text }: Props) {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await download(paymentApi.voucher, { params: { id } })
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="primary" size="large" busy={isBusy ? 'Preparando…' : undefined} onClick={() => void save()}>
        Descargar recibo
      </Button>
      <Button size="large" onClick={() => share(text)}>
        Compartir
      </Button>
      <Link className="button button--secondary button--large" to={paths.dashboard}>
        Volver al inicio
      </Link>
    </>
  )
}
