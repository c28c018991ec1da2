import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import { readAmount } from '#domain/core/amount.ts'
import { type Money, pesosLabel, toPesos } from '#domain/core/money.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { equipmentName } from '#domain/equipment/equipment.ts'
import type { ContractPiece, Proposal } from '#domain/equipment/unreturned.ts'
import { lineAmounts } from '#domain/taxes/charge.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { no: string; piece: ContractPiece; onClose: () => void }

/** Charges a piece that was not returned, with the value that its contract says, or else the one of the company (R2.21). */
export function ChargeEquipmentDialog({ no, piece, onClose }: Props) {
  const { proposal } = piece
  const charge = useChange(equipmentApi.charge, { invalidate: [equipmentApi.ofContract, contractApi.get] })
  const [price, setPrice] = useState<Money | null>(proposal?.value ?? null)
  const form = useForm({
    schema: equipmentApi.charge.body,
    read: (typed) => ({ price: typeof typed['price'] === 'string' ? amountOf(typed['price']) : undefined }),
    fields: ['price'],
    submit: async (body) => {
      toastSuccess((await charge.mutateAsync({ params: { id: piece.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cobrar equipo no devuelto" label="Cobrar" form={form} onClose={onClose}>
      <p>
        {equipmentName(piece)}. El cobro va en la próxima factura del contrato {no}. Si el equipo vuelve antes, se quita
        solo.
      </p>
      {proposal && (
        <>
          <MoneyField
            label="Valor"
            hint={hintOf(proposal)}
            {...form.field('price')}
            initial={proposal.value === null ? undefined : toPesos(proposal.value)}
            onType={(text) => setPrice(amountIn(text))}
          />
          {price !== null && price > 0 && <Facts facts={factsOf(price, proposal)} />}
        </>
      )}
    </FormDialog>
  )
}

const SOURCES = {
  contract: 'El que dice su contrato',
  company: 'El de tu empresa hoy: su contrato no lo dice',
} as const

function hintOf({ source, price_includes_vat }: Proposal): string {
  const from = source === null ? 'Ni su contrato ni tu empresa tienen un valor para este tipo' : SOURCES[source]
  return `${from}. ${price_includes_vat ? 'Con el IVA incluido' : 'Sin el IVA'}.`
}

function factsOf(price: Money, { vat, price_includes_vat }: Proposal) {
  const amounts = lineAmounts(price, 1, vat, price_includes_vat)
  return [
    { label: 'Base', value: pesosLabel(amounts.base) },
    {
      label: vat.treatment === 'gravado' ? `IVA del ${vat.rate_bps / 100} %` : 'IVA',
      value: amounts.vat === 0 ? 'No causa' : pesosLabel(amounts.vat),
    },
    { label: 'Total', value: pesosLabel(amounts.total) },
  ]
}

function amountIn(text: string): Money | null {
  const reading = readAmount(text)
  return reading.kind === 'amount' ? reading.amount : null
}
