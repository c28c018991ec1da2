import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { listLabel } from '#domain/core/text.ts'
import type { SmsConnection } from '#domain/integrations/sms.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { WHATSAPP_NOTICE_LABELS, WHATSAPP_NOTICES } from '#domain/integrations/whatsapp.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { SmsDialog, SmsPriceDialog, SmsTestDialog } from './SmsDialogs.tsx'
import { SmsNoticesDialog } from './SmsNoticesDialog.tsx'

type Input = { company_id?: string }
type Writing = 'account' | 'test' | 'price' | 'notices' | null

/** The text messages of a company: its account at a gateway, the result of its test and the price of a part. */
export function SmsCard({ query }: { query: Input }) {
  const [writing, setWriting] = useState<Writing>(null)
  const read = useRead(smsApi.get, { query })
  const close = (): void => setWriting(null)
  return (
    <Card title="Mensajes de texto, avisos de cartera">
      <p>
        Los avisos de cartera llegan por mensaje de texto a quien lo autorizó y no tiene correo o no autoriza que le
        cobren por él, en las horas que permite la ley. «Enviado» quiere decir que tu proveedor de mensajes de texto lo
        recibió: no informa si llegó al celular.
      </p>
      <Query of={read} lines={4} height={32}>
        {({ data }) =>
          data === null ? (
            <div>
              <Button onClick={() => setWriting('account')}>Guardar cuenta de mensajes de texto</Button>
            </div>
          ) : (
            <Connected connection={data} query={query} onWrite={setWriting} />
          )
        }
      </Query>
      {read.data && writing === 'account' && (
        <SmsDialog
          url={read.data.data?.url ?? read.data.suggested_url}
          sender={read.data.data?.sender}
          query={query}
          onClose={close}
        />
      )}
      {writing === 'test' && <SmsTestDialog query={query} onClose={close} />}
      {read.data?.data && writing === 'price' && (
        <SmsPriceDialog price={read.data.data.part_price} query={query} onClose={close} />
      )}
      {read.data?.data && writing === 'notices' && (
        <SmsNoticesDialog connection={read.data.data} query={query} onClose={close} />
      )}
    </Card>
  )
}

type ConnectedProps = { connection: SmsConnection; query: Input; onWrite: (what: Writing) => void }

function Connected({ connection, query, onWrite }: ConnectedProps) {
  const { problem, part_price, is_on } = connection
  const stop = useChange(smsApi.stop, { invalidate: [smsApi.get] })
  const turnOff = (): void =>
    void stop.mutateAsync({ query }).then(
      ({ message }) => toastSuccess(message),
      (error: unknown) => toastFailure(error, 'No pudimos hacer el cambio'),
    )
  return (
    <section className="integration" aria-label="Cuenta de mensajes de texto">
      <h3 className="integration__title">
        Código {connection.sender} <StateBadge connection={connection} />
      </h3>
      <Facts facts={factsOf(connection)} />
      {problem !== null && <Alert tone="bad">{problem}</Alert>}
      <p className="integration__quiet">
        {part_price === null
          ? 'Aún no has escrito cuánto te cobran por cada parte de un mensaje.'
          : `Cada parte de un mensaje cuesta ${pesosLabel(part_price)}.`}{' '}
        Un aviso tiene una o dos partes.
      </p>
      <p className="integration__quiet">{noticesSentence(connection)}</p>
      <div className="integration__actions">
        <Button variant="primary" onClick={() => onWrite('test')}>
          Probar con un mensaje
        </Button>
        <Button onClick={() => onWrite('notices')}>Elegir avisos</Button>
        <Button onClick={() => onWrite('price')}>Escribir precio</Button>
        <Button onClick={() => onWrite('account')}>Cambiar cuenta</Button>
        {is_on && (
          <Button variant="danger" busy={stop.isPending ? 'Apagando…' : undefined} onClick={turnOff}>
            Apagar
          </Button>
        )}
      </div>
    </section>
  )
}

function noticesSentence({ notices }: SmsConnection): string {
  if (notices.length === 0) return 'Ningún aviso sale por mensaje de texto.'
  if (notices.length === WHATSAPP_NOTICES.length)
    return 'Todos los avisos de cartera pueden salir por mensaje de texto.'
  const labels = WHATSAPP_NOTICES.filter((notice) => notices.includes(notice)).map((notice) =>
    WHATSAPP_NOTICE_LABELS[notice].toLowerCase(),
  )
  return `Pueden salir por mensaje de texto: ${listLabel(labels)}.`
}

function StateBadge({ connection: { is_on, problem, tested_at } }: { connection: SmsConnection }) {
  if (is_on) return <Badge tone="good">Encendidos</Badge>
  if (problem !== null) return <Badge tone="bad">No funcionó</Badge>
  return tested_at === null ? <Badge tone="warn">Sin probar</Badge> : <Badge tone="quiet">Apagados</Badge>
}

const factsOf = ({ url, last_four, set_at, set_by, tested_at }: SmsConnection) => [
  { label: 'Dirección', value: url },
  { label: 'Llave', value: `…${last_four}` },
  { label: 'Guardada', value: `${instantLabel(new Date(set_at))}, por ${set_by}` },
  { label: 'Última prueba', value: tested_at === null ? 'Nunca' : instantLabel(new Date(tested_at)) },
]
