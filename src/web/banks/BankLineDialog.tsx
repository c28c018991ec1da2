import { useState } from 'react'
import { Link } from 'react-router'
import { bankApi } from '#domain/banks/api.ts'
import type { BankLine } from '#domain/banks/line.ts'
import { LINE_STATE_LABELS, MATCH_LABELS } from '#domain/banks/pairing.ts'
import type { Client } from '#domain/clients/client.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ClientPicker } from '#web/clients/ClientPicker.tsx'
import { isFailure, messageOf } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { IgnoreForm } from './IgnoreForm.tsx'

type Props = { line: BankLine; onClose: () => void }

/** A movement: whose it may be and why, and what a person decides about it. */
export function BankLineDialog({ line, onClose }: Props) {
  const [isIgnoring, setIgnoring] = useState(false)
  const isOpen = line.state !== 'paid' && line.state !== 'ignored' && line.amount > 0
  if (isIgnoring) return <IgnoreForm line={line} onBack={() => setIgnoring(false)} onClose={onClose} />
  return (
    <Dialog
      title={`Movimiento de ${pesosLabel(line.amount)}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          {isOpen && <Button onClick={() => setIgnoring(true)}>No es de un cliente</Button>}
          <Restore line={line} onClose={onClose} />
        </>
      }
    >
      <Facts facts={factsOf(line)} />
      {isOpen && <Choice line={line} onClose={onClose} />}
    </Dialog>
  )
}

const factsOf = (line: BankLine) => [
  { label: 'Fecha', value: dayLabel(line.on_day) },
  { label: 'Referencia', value: line.reference || 'Sin referencia' },
  ...(line.description === '' ? [] : [{ label: 'Descripción', value: line.description }]),
  { label: 'Estado', value: `${LINE_STATE_LABELS[line.state]}: ${line.reason}` },
  ...(line.payment === null
    ? []
    : [
        {
          label: 'Pago',
          value: (
            <Link to={paths.view('voucher', line.payment.id)}>
              Recibo {line.payment.number}
              {line.payment.is_reversed && ', reversado'}
            </Link>
          ),
        },
      ]),
]

const hasErrorOn = (error: unknown, field: string): boolean =>
  isFailure(error) && (error.errors ?? []).some((one) => one.field === field)

/** The candidates, and the search of any other client. */
function Choice({ line, onClose }: Props) {
  const pay = useChange(bankApi.pay)
  const [picked, setPicked] = useState<Client | null>(null)
  const [postsToday, setPostsToday] = useState(false)
  const [isAnother, setAnother] = useState(false)
  // The server answers with the receipt that is equal, and a person says whether this payment is another one.
  const asksAnother = line.state === 'repeated' || isAnother || hasErrorOn(pay.error, 'payment.is_another')
  const send = (client: { id: string }): void =>
    pay.mutate(
      {
        params: { id: line.id },
        body: { payment: { client_id: client.id, posts_today: postsToday, is_another: isAnother } },
      },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          onClose()
        },
      },
    )
  return (
    <>
      {pay.error && <Alert tone="bad">{messageOf(pay.error, 'No pudimos registrar el pago')}</Alert>}
      <Candidates line={line} isBusy={pay.isPending} onPick={send} />
      <ClientPicker
        client={picked}
        onPick={setPicked}
        hint="Paga lo más antiguo y el resto queda a su favor. La próxima vez recordamos la referencia."
      />
      <CheckboxField
        name="posts_today"
        label="Si ese día ya está cerrado, contabilízalo con fecha de hoy"
        checked={postsToday}
        onChange={(event) => setPostsToday(event.target.checked)}
      />
      {asksAnother && (
        <CheckboxField
          name="is_another"
          label="Es otro pago: ese día entró dos veces el mismo valor"
          checked={isAnother}
          onChange={(event) => setAnother(event.target.checked)}
        />
      )}
      {picked !== null && (
        <Button variant="primary" busy={pay.isPending ? 'Registrando…' : undefined} onClick={() => send(picked)}>
          Registrar el pago de {picked.name}
        </Button>
      )}
    </>
  )
}

type CandidatesProps = { line: BankLine; isBusy: boolean; onPick: (client: { id: string }) => void }

function Candidates({ line: { candidates }, isBusy, onPick }: CandidatesProps) {
  if (candidates.length === 0) return null
  return (
    <RowList label="Puede ser de">
      {candidates.map(({ client, invoice, kind, debt }) => (
        <li key={`${client.id} ${invoice?.id}`}>
          <span className="two-lines">
            {client.name}
            <small>
              {invoice === null
                ? client.identification
                : `Factura ${invoice.number} por ${pesosLabel(invoice.balance)}`}
              {` · ${MATCH_LABELS[kind]} · debe ${pesosLabel(debt)}`}
            </small>
          </span>
          <Button
            aria-label={`Es de este: ${client.name}`}
            busy={isBusy ? 'Registrando…' : undefined}
            onClick={() => onPick(client)}
          >
            Es de este
          </Button>
        </li>
      ))}
    </RowList>
  )
}

function Restore({ line, onClose }: Props) {
  const restore = useChange(bankApi.restore)
  const isIgnored = line.state === 'ignored' && line.amount > 0
  if (!isIgnored && line.payment?.is_reversed !== true) return null
  const send = (): void =>
    restore.mutate(
      { params: { id: line.id } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          onClose()
        },
      },
    )
  return (
    <Button variant="primary" busy={restore.isPending ? 'Guardando…' : undefined} onClick={send}>
      Revisarlo otra vez
    </Button>
  )
}
