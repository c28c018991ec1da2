import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { messageApi } from '#domain/messages/api.ts'
import { type RunMail, unwrittenMail } from '#domain/messages/message.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

const POLL_MS = 2_000
/** Without any progress for this long the button is offered again: the job may have failed. */
const STALLED_MS = 60_000

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
const invoices = (value: number): string => `${count(value)} ${value === 1 ? 'factura' : 'facturas'}`

/** Sends the invoices of a run by e-mail after a question, and shows how many left and how many failed. A second try sends none again. */
export function SendRun({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const read = useRead(
    messageApi.runMail,
    { params: { id } },
    { pollMs: POLL_MS, pollWhile: ({ data }) => isStarted || data.waiting > 0 },
  )
  const mail = read.data?.data
  const send = useChange(messageApi.sendRun)
  const missing = mail ? unwrittenMail(mail) : 0
  const hasBegun = isStarted || (mail !== undefined && mail.waiting + mail.sent + mail.failed > 0)
  if (isStarted && mail && missing + mail.waiting === 0) setStarted(false)
  const progress = mail ? `${mail.sent} ${mail.waiting} ${mail.failed}` : ''
  useEffect(() => {
    if (!isStarted || progress === '') return
    const timer = setTimeout(() => setStarted(false), STALLED_MS)
    return () => clearTimeout(timer)
  }, [isStarted, progress])
  const sendAll = (): void =>
    send.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => {
          setAsking(false)
          setStarted(true)
          toastSuccess(message)
        },
        onError: (error) => toastError(error.message),
      },
    )
  return (
    <>
      {mail && hasBegun && <Progress mail={mail} />}
      {(missing > 0 || !hasBegun) && !isStarted && (
        <Button disabledReason={disabledReason(mail)} onClick={() => setAsking(true)}>
          {hasBegun ? `Enviar las ${count(missing)} que faltan` : 'Enviar por correo'}
        </Button>
      )}
      {isAsking && mail && (
        <ConfirmDialog
          title={`¿Enviar ${invoices(missing)} por correo?`}
          confirm={`Enviar ${invoices(missing)}`}
          busy={send.isPending ? 'Enviando…' : undefined}
          onConfirm={sendAll}
          onCancel={() => setAsking(false)}
        >
          <p>
            Cada cliente recibe la suya, una sola vez.
            {mail.without_email > 0 &&
              ` ${invoices(mail.without_email)} de clientes sin correo ${mail.without_email === 1 ? 'queda' : 'quedan'} para imprimir.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function disabledReason(mail: RunMail | undefined): string | undefined {
  if (mail === undefined) return 'Estamos contando los correos'
  return mail.with_email === 0 ? 'Ninguno de sus clientes tiene correo: imprime las facturas' : undefined
}

function Progress({ mail }: { mail: RunMail }) {
  const waiting = unwrittenMail(mail) + mail.waiting
  const total = mail.sent + mail.failed + waiting
  return (
    <p className="massive-mail" role="status">
      {count(mail.sent)} de {count(total)} {total === 1 ? 'correo enviado' : 'correos enviados'}.
      {waiting > 0 && ` ${count(waiting)} por enviar.`}
      {mail.failed > 0 && ` ${count(mail.failed)} no ${mail.failed === 1 ? 'llegó' : 'llegaron'}.`}{' '}
      <Link to={mail.failed > 0 ? `${paths.messages}?status=failed` : paths.messages}>Ver los mensajes</Link>
    </p>
  )
}
