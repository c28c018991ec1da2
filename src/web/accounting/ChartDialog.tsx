import { useState } from 'react'
import { CHART_USES, type ChartUse, USE_LABELS } from '#domain/accounting/chart.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const ACCOUNT = 'account.account'

/** Changes the PUC account of one use. */
export function ChartDialog({ onClose }: { onClose: () => void }) {
  const [use, setUse] = useState<ChartUse>('clients')
  const chart = useRead(voucherApi.chart, {}).data?.data ?? []
  const save = useChange(voucherApi.saveAccount, { invalidate: [voucherApi.chart] })
  const current = chart.find((one) => one.use === use)
  const form = useForm({
    schema: voucherApi.saveAccount.body,
    read: (typed: Readonly<Record<string, unknown>>) => ({ account: { use, account: typed[ACCOUNT] } }),
    fields: [ACCOUNT],
    submit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cuentas PUC" label="Guardar cuenta" form={form} onClose={onClose}>
      <p>Las cuentas que usan los comprobantes. Pregúntale a tu contador cuáles son las de tu empresa.</p>
      <SelectFilter
        label="Para"
        all={null}
        options={CHART_USES.map((value) => ({ value, label: USE_LABELS[value] }))}
        value={use}
        onChange={(value) => setUse(CHART_USES.find((known) => known === value) ?? 'clients')}
      />
      <TextField
        key={current?.account}
        label="Cuenta"
        hint="Solo números, por ejemplo 13050501"
        {...form.field(ACCOUNT)}
        defaultValue={current?.account}
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
      />
    </FormDialog>
  )
}
