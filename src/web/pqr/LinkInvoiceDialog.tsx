import { useState } from 'react'
import { pesosLabel, toPesos, ZERO } from '#domain/core/money.ts'
import type { InvoiceRow } from '#domain/invoices/invoice.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { claimableLabel, effectOf, useClaimable } from './ClaimFields.tsx'

type Field = ReturnType<typeof useForm>['field']

/** The invoice of a complaint that came without one, and how much of it is claimed (INV-11). */
export function LinkInvoiceDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const link = useChange(pqrApi.linkInvoice)
  const [id, setId] = useState('')
  const { client_id: clientId, petitioner } = pqr
  // The server takes one of the client, or of who has the document of the person.
  const { rows, isRead } = useClaimable(
    clientId === null ? { q: petitioner.identification.split('-')[0] ?? '' } : { client_id: clientId },
  )
  const chosen = rows.find((row) => row.id === id)
  const form = useForm({
    schema: pqrApi.linkInvoice.body,
    fields: ['invoice_id', 'amount'],
    read: ({ amount: typed }) => {
      const amount = typeof typed === 'string' ? amountOf(typed) : undefined
      return { invoice_id: id, ...(amount === undefined ? {} : { amount }), version: pqr.version }
    },
    submit: async (body) => {
      const { message } = await link.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Vincular factura" label="Vincular" form={form} onClose={onClose}>
      {clientId === null && (
        <Alert tone="warn">
          Esta PQR no es de un cliente con portal. Antes de vincular, confirma con {petitioner.name} que la factura es
          suya: le enviamos su número y el valor.
        </Alert>
      )}
      {isRead && rows.length === 0 && (
        <Alert>No hay facturas de {petitioner.name}. Revisa su documento en los clientes.</Alert>
      )}
      <SelectField
        label="Factura que reclama"
        {...form.field('invoice_id')}
        value={id}
        onChange={({ target }) => setId(target.value)}
        options={[
          { value: '', label: isRead ? 'Elige la factura' : 'Cargando…' },
          ...rows.map((row) => ({ value: row.id, label: claimableLabel(row) })),
        ]}
      />
      {chosen && <LinkedAmount key={id} invoice={chosen} field={form.field} />}
    </FormDialog>
  )
}

/** How much of the chosen invoice is claimed: for one that is paid, a person says it. */
function LinkedAmount({ invoice: { payable, total }, field }: { invoice: InvoiceRow; field: Field }) {
  const isOwed = payable > ZERO
  return (
    <>
      <Alert>{effectOf(payable, true)}</Alert>
      <MoneyField
        label="Valor que reclama"
        hint={
          isOwed
            ? `Se deben ${pesosLabel(payable)} de ella, sin lo que ya está en reclamo`
            : 'De una factura pagada, lo que se devolvería'
        }
        {...field('amount')}
        refuse={(typed) => (typed > total ? `De esa factura se puede reclamar hasta ${pesosLabel(total)}` : null)}
        {...(isOwed ? { initial: toPesos(payable) } : {})}
      />
    </>
  )
}
