import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { RunMail } from '#domain/messages/message.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'

const POLL_MS = 2_000

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
const invoices = (value: number): string => `${count(value)} ${value === 1 ? 'factura' : 'facturas'}`

/** How many e-mails are not sent yet: those that wait, and those that the job has not written. */
const remaining = ({ with_email, sent, failed }: RunMail): number => with_email - sent - failed

/** Sends every invoice of a run by e-mail after a question, and shows how many left and how many failed. A second try sends none again. */
export function SendRun({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false)
  const [isStarted, setStarted] = useState(false)
  const mail = useRead(messageApi.runMail, { params: { id } }, isStarted ? { pollMs: POLL_MS } : {}).data?.data
  const send = useChange(messageApi.sendRun)
  const isSending = isStarted || (mail !== undefined && mail.waiting + mail.sent + mail.failed > 0)
  if (isStarted && mail && remaining(mail) === 0) setStarted(false)
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
  if (mail && isSending) return <Progress mail={mail} />
  return (
    <>
      <Button disabledReason={disabledReason(mail)} onClick={() => setAsking(true)}>
        Enviar por correo
      </Button>
      {isAsking && mail && (
        <ConfirmDialog
          title={`¿Enviar ${invoices(mail.with_email)} por correo?`}
          confirm={`Enviar ${invoices(mail.with_email)}`}
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
  const waiting = remaining(mail)
  return (
    <p className="massive-mail" role="status">
      {count(mail.sent)} de {count(mail.with_email)} correos enviados.
      {waiting > 0 && ` ${count(waiting)} por enviar.`}
      {mail.failed > 0 && ` ${count(mail.failed)} no ${mail.failed === 1 ? 'llegó' : 'llegaron'}.`}{' '}
      <Link to={mail.failed > 0 ? `${paths.messages}?status=failed` : paths.messages}>Ver los mensajes</Link>
    </p>
  )
}
