import { useState } from 'react'
import type { Reply } from '#domain/core/api.ts'
import { BILL_REFERENCE_LABELS } from '#domain/invoices/bank-agreement.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { BankAgreementDialog } from './BankAgreementDialog.tsx'

type Agreement = Reply<typeof bankAgreementApi.get>

/** The collection agreement with the bank: without it the bills have no bar code. */
export function BankAgreementCard() {
  const read = useRead(bankAgreementApi.get, {})
  const remove = useChange(bankAgreementApi.remove)
  const [open, setOpen] = useState<'form' | 'remove' | null>(null)
  const close = (): void => setOpen(null)
  const onRemove = (): void =>
    remove.mutate(
      {},
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          close()
        },
        onError: (error) => toastFailure(error, 'No pudimos quitar el convenio'),
      },
    )
  const saved = read.data?.data ?? null
  return (
    <Card
      title="Convenio de recaudo"
      actions={
        read.data && (
          <>
            {saved !== null && <Button onClick={() => setOpen('remove')}>Quitar</Button>}
            <Button onClick={() => setOpen('form')}>{saved === null ? 'Agregar el convenio' : 'Cambiar'}</Button>
          </>
        )
      }
    >
      <Query of={read} lines={2} problem="No pudimos leer el convenio">
        {(reply) => <Saved {...reply} />}
      </Query>
      {open === 'form' && read.data && <BankAgreementDialog agreement={read.data.data} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title="¿Quitar el convenio?"
          confirm="Sí, quitarlo"
          busy={remove.isPending ? 'Quitando…' : undefined}
          onConfirm={onRemove}
          onCancel={close}
        >
          <p>Las facturas ya no llevarán código de barras ni el QR del banco.</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Saved({ data, payee }: Agreement) {
  if (data === null)
    return (
      <p>
        Con el GLN que te da el banco, tus facturas llevan el código de barras para pagar en ventanilla y
        corresponsales. Sin convenio no se imprime ninguno.
      </p>
    )
  const amount = data.amount_length === null ? 'sin valor' : `valor de ${data.amount_length} dígitos`
  return (
    <Facts
      facts={[
        { label: 'GLN', value: data.gln },
        { label: 'Banco', value: data.bank_code },
        { label: 'Referencia', value: `${BILL_REFERENCE_LABELS[data.reference]}, ${data.reference_length} dígitos` },
        { label: 'Código de barras', value: `${amount}${data.has_due_day ? ', con fecha límite' : ''}` },
        {
          label: 'QR del banco',
          value: payee === null ? 'Sin QR' : `Paga a ${payee.name}${payee.key === null ? '' : ` (${payee.key})`}`,
        },
      ]}
    />
  )
}
