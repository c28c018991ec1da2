import { type ReactNode, useEffect } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { Slip } from '#domain/payments/slip-api.ts'
import type { Failure } from '#web/core/failure.ts'
import { share } from '#web/core/share.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { isPast, keepSlip, type ShownSlip } from './kept-slips.ts'
import './slip.css'

export const isShown = (slip: Slip): slip is ShownSlip => slip.agreement !== null && slip.intention !== null

/** The screen of a slip. */
export const SlipPage = ({ isLost, children }: { isLost: boolean; children: ReactNode }) => (
  <Page title="Comprobante para pagar en efectivo">
    <div className="paying">
      {isLost && (
        <Alert tone="warn">No hay conexión. El comprobante sirve igual: puedes pagarlo con estos números.</Alert>
      )}
      {children}
    </div>
  </Page>
)

type Props = {
  slip: ShownSlip
  isVerifying: boolean
  /** Asks the provider now. Absent without a connection. */
  onVerify?: (then: { onError: (failure: Failure) => void }) => void
  /** Further actions, as another way to pay. */
  children?: ReactNode
}

/** A slip: the two numbers and the money to bring to a correspondent, until when, and what to do, to read, print or pass on. */
export function SlipCard({ slip, isVerifying, onVerify, children }: Props) {
  useEffect(() => keepSlip(slip), [slip])
  return (
    <>
      <Card className="slip">
        <SlipNotice slip={slip} />
        <p className="debt__about">Pagas en efectivo a</p>
        <p>
          <strong>{slip.company.name}</strong>
        </p>
        <p>{aboutOf(slip)}</p>
        <p className="paying__total">{pesosLabel(slip.amount)}</p>
        <dl className="slip__numbers">
          <div>
            <dt>Número de convenio</dt>
            <dd>{slip.agreement}</dd>
          </div>
          <div>
            <dt>Número de pago</dt>
            <dd>{slip.intention}</dd>
          </div>
        </dl>
        <p>
          {ofInvoices(slip)}. Puedes pagarlo hasta el <strong>{instantLabel(new Date(slip.expires_at))}</strong>
        </p>
        <h2>Cómo se paga</h2>
        <ol className="slip__steps">
          <li>Ve a un corresponsal Bancolombia: tiendas, droguerías y papelerías con su aviso.</li>
          <li>Di que vas a pagar un recaudo y muestra el convenio y el número de pago.</li>
          <li>Paga {pesosLabel(slip.amount)}, el valor exacto, y guarda el tiquete.</li>
          <li>Cuando Wompi confirma el pago, tu factura queda paga y el recibo llega por correo.</li>
        </ol>
      </Card>
      <Alert tone="warn">
        Si ya pagaste en el corresponsal, espera la confirmación y no pagues otra vez. Lo que se pague de más queda como
        saldo a favor.
      </Alert>
      <div className="page__actions">
        <Button variant="primary" onClick={() => void share(textOf(slip))}>
          Compartir
        </Button>
        <Button onClick={() => window.print()}>Imprimir</Button>
        {onVerify && (
          <Button
            busy={isVerifying ? 'Preguntando…' : undefined}
            onClick={() => onVerify({ onError: (failure) => toastError(failure.message) })}
          >
            Verificar ahora
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

/** What changed since the slip was asked for; nothing for one to pay as it is. */
function SlipNotice({ slip }: { slip: ShownSlip }) {
  const { owed, amount } = slip
  if (isPast(slip))
    return <Alert tone="warn">El plazo para pagar este comprobante ya pasó. Pide otro o paga con otro medio.</Alert>
  if (owed === 0) return <Alert tone="warn">Ya no debes esta factura: no pagues este comprobante.</Alert>
  if (owed < amount)
    return (
      <Alert tone="warn">
        Ahora debes {pesosLabel(owed)}, menos que este comprobante. Pide otro, o lo que sobre queda como saldo a favor.
      </Alert>
    )
  return null
}

/** 'NIT 900.123.456-8, teléfono 6011234567, correo hola@red.co': what has no value is left out. */
function aboutOf({ company: { nit, phone, email } }: Slip): string {
  const contact = [phone === null ? [] : `teléfono ${phone}`, email === null ? [] : `correo ${email}`].flat()
  return [`NIT ${nitLabel(nit)}`, ...contact].join(', ')
}

const ofInvoices = ({ numbers }: Slip): string =>
  numbers.length === 1 ? `Factura ${numbers[0]}` : `Facturas ${numbers.join(', ')}`

/** The text that is passed on, with all that the counter asks. */
const textOf = (slip: ShownSlip): string =>
  `Paga ${pesosLabel(slip.amount)} en efectivo a ${slip.company.name} (${aboutOf(slip)}) en un corresponsal Bancolombia. Convenio ${slip.agreement}, número de pago ${slip.intention}. ${ofInvoices(slip)}. Hasta el ${instantLabel(new Date(slip.expires_at))}`
