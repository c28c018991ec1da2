import { useState } from 'react'
import { Link } from 'react-router'
import type { PromiseOffer } from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** What the client sees before and after a cut, and the promise to pay in two taps (SUS-04). Nothing without overdue debt. */
export function OwnPromise() {
  const read = useRead(promiseApi.offer, {})
  const [chosen, setChosen] = useState<PromiseOffer | null>(null)
  const offers = read.data?.data ?? []
  return (
    <>
      {offers.map((offer) => (
        <Alert key={offer.no_contract} tone={offer.is_cut ? 'bad' : 'warn'}>
          <p>{sentenceOf(offer)}</p>
          <p>
            <Link to={paths.payments}>Pagar {pesosLabel(offer.debt)}</Link>{' '}
            {offer.problem === null && <Button onClick={() => setChosen(offer)}>Prometer pago</Button>}
          </p>
        </Alert>
      ))}
      {chosen && <PromiseForm offer={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function sentenceOf({ no_contract, debt, is_cut, until_on, cut_from }: PromiseOffer): string {
  const owed = `Tu contrato ${no_contract} tiene ${pesosLabel(debt)} vencidos.`
  if (is_cut)
    return `${owed} El servicio está suspendido: al pagarlos lo reconectamos, a más tardar en tres días hábiles.`
  if (until_on !== null)
    return `${owed} Prometiste pagarlos hasta el ${dayLabel(until_on)}: hasta ese día no suspendemos el servicio.`
  return cut_from === null
    ? owed
    : `${owed} Si no los pagas, podemos suspender el servicio desde el ${dayLabel(cut_from)}.`
}

function PromiseForm({ offer, onClose }: { offer: PromiseOffer; onClose: () => void }) {
  const save = useChange(promiseApi.promise, { invalidate: [promiseApi.offer] })
  const [until, setUntil] = useState(String(offer.days[0] ?? ''))
  const form = useForm({
    schema: promiseApi.promise.body,
    read: () => ({ promise: { no_contract: offer.no_contract, until_on: until } }),
    fields: ['promise.until_on'],
    submit: async (body) => {
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  const keeps = offer.is_cut && !offer.reconnects ? ' El servicio vuelve cuando pagues.' : ''
  return (
    <FormDialog title="Prometer pago" label="Prometer" form={form} onClose={onClose}>
      <p>
        Prometes pagar {pesosLabel(offer.debt)}.{keeps}
      </p>
      <ChoiceField
        label="¿Hasta qué día?"
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
