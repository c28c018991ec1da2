import { pesosLabel } from '#domain/core/money.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { pqr: PqrCase; isDesk?: boolean; onClose: () => void }

/** More of the invoice that a case claims, which is not collected until the answer either (INV-11). */
export function RaiseClaimDialog({ pqr, isDesk = false, onClose }: Props) {
  const { claim } = pqr
  const raise = useChange(pqrClaimApi.raise)
  const form = useForm({
    schema: pqrClaimApi.raise.body,
    fields: ['amount', 'text'],
    read: ({ amount, text }) => ({
      amount: typeof amount === 'string' ? amountOf(amount) : undefined,
      text,
      version: pqr.version,
    }),
    submit: async (body) => {
      const { message } = await raise.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  if (claim === null) return null
  return (
    <FormDialog title="Agregar valor al reclamo" label="Agregar al reclamo" form={form} onClose={onClose}>
      <Alert>
        De la factura {claim.number} ya se reclaman {pesosLabel(claim.amount)}. Se deben otros {pesosLabel(claim.free)}:
        lo que agregues tampoco se cobra ni se vence hasta la respuesta.
      </Alert>
      <MoneyField
        label={isDesk ? 'Cuánto más reclama' : 'Cuánto más reclamas'}
        hint={`Hasta ${pesosLabel(claim.free)}`}
        {...form.field('amount')}
        refuse={(typed) => (typed > claim.free ? `De esa factura faltan por reclamar ${pesosLabel(claim.free)}` : null)}
      />
      <TextAreaField
        label={isDesk ? 'Qué dice el cliente' : 'Por qué también lo reclamas'}
        {...form.field('text')}
        rows={4}
        maxLength={TEXT_MAX}
      />
    </FormDialog>
  )
}
