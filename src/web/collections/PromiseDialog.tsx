import { useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import type { PreviewRow } from '#domain/collections/preview.ts'
import type { PromiseOffer } from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** A promise to pay that the client makes at the desk (SUS-04). */
export function PromiseDialog({ row, onClose }: { row: PreviewRow; onClose: () => void }) {
  const read = useRead(promiseApi.offer, { query: { client_id: row.client.id } })
  const offer = read.data?.data.find(({ no_contract }) => no_contract === row.no_contract)
  const title = `Promesa de ${row.client.name}`
  if (offer && offer.problem === null) return <PromiseForm title={title} offer={offer} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      {read.data ? (
        <p>{offer?.problem ?? 'No hay deuda vencida por prometer'}.</p>
      ) : (
        <ReadState of={read} lines={3} height={44} />
      )}
    </Dialog>
  )
}

function PromiseForm({ title, offer, onClose }: { title: string; offer: PromiseOffer; onClose: () => void }) {
  const save = useChange(promiseApi.promise, {
    invalidate: [collectionApi.preview, promiseApi.promises, promiseApi.offer],
  })
  const [until, setUntil] = useState<string>(offer.days[0] ?? '')
  const form = useForm({
    schema: promiseApi.promise.body,
    read: () => ({ promise: { no_contract: offer.no_contract, until_on: until } }),
    fields: ['promise.until_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={title} label="Guardar promesa" form={form} onClose={onClose}>
      <p>
        Promete pagar {pesosLabel(offer.debt)} del contrato {offer.no_contract}. Le quedan {offer.uses_left} promesas en
        estos seis meses.
      </p>
      <ChoiceField
        label="Hasta qué día"
        name="promise.until_on"
        id={form.field('promise.until_on').id}
        error={form.field('promise.until_on').error}
        options={offer.days.map((day) => ({ value: String(day), label: dayLabel(day) }))}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  )
}
