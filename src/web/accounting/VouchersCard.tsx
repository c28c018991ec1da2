import { useState } from 'react'
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from '#domain/accounting/templates.ts'
import { type VoucherBatch, voucherApi } from '#domain/accounting/voucher-api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { download } from '#web/core/download.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useBusy } from '#web/core/use-busy.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ChartDialog } from './ChartDialog.tsx'

/** The vouchers for the accountant's program, in batches: each entry of the journal is in one of them. */
export function VouchersCard() {
  const read = useRead(voucherApi.list, {})
  const [open, setOpen] = useState<'batch' | 'chart' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <Card
      title="Comprobantes para el contador"
      actions={
        <>
          <Button onClick={() => setOpen('chart')}>Cuentas PUC</Button>
          <Button onClick={() => setOpen('batch')}>Hacer un lote</Button>
        </>
      }
    >
      <Query of={read} lines={3} problem="No pudimos leer los lotes">
        {({ data, pending }) => (
          <>
            <p>
              {pending.entries === 0 || pending.from_on === null
                ? 'Todo está entregado: no hay asientos nuevos.'
                : `Faltan ${pending.entries} asientos por entregar, desde el ${dayLabel(pending.from_on)}.`}
            </p>
            {data.length > 0 && (
              <RowList label="Lotes de comprobantes">
                {data.map((batch) => (
                  <BatchRow key={batch.number} batch={batch} onDownloaded={() => void read.refetch()} />
                ))}
              </RowList>
            )}
          </>
        )}
      </Query>
      {open === 'batch' && <BatchDialog onClose={close} />}
      {open === 'chart' && <ChartDialog onClose={close} />}
    </Card>
  )
}

function BatchRow({ batch, onDownloaded }: { batch: VoucherBatch; onDownloaded: () => void }) {
  const [busy, run] = useBusy<TemplateName>()
  const { number, through_on, vouchers, amount, downloads } = batch
  const save = async (template: TemplateName) => {
    await download(voucherApi.file, { params: { number: String(number) }, body: { template } })
    onDownloaded()
  }
  return (
    <li>
      <span className="two-lines">
        Lote {number}, hasta el {dayLabel(through_on)}
        <small>
          {vouchers} comprobantes por {pesosLabel(amount)}
          {downloads > 0 && ` · descargado ${downloads === 1 ? 'una vez' : `${downloads} veces`}`}
        </small>
      </span>
      {busy ? (
        <Button busy="Preparando…">Descargar</Button>
      ) : (
        <LazyMenu
          face="Descargar"
          label={`Descargar el lote ${number}`}
          items={TEMPLATE_NAMES.map((name) => ({
            label: TEMPLATES[name].label,
            onSelect: () => void run(name, () => save(name)),
          }))}
        />
      )}
    </li>
  )
}

const THROUGH = 'batch.through_on'

function BatchDialog({ onClose }: { onClose: () => void }) {
  const create = useChange(voucherApi.create, { invalidate: [voucherApi.list] })
  const [day, setDay] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: voucherApi.create.body,
    read: () => ({ batch: { through_on: day ?? '' } }),
    fields: [THROUGH],
    submit: async (body) => {
      const { message } = await create.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Hacer un lote de comprobantes" label="Hacer el lote" form={form} onClose={onClose}>
      <p>
        El lote toma los asientos que no se han entregado. Después no cambia: lo que llegue tarde va en el siguiente.
      </p>
      <DayField label="Hasta" {...form.field(THROUGH)} value={day} onChange={setDay} />
    </FormDialog>
  )
}
