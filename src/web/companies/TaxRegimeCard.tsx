import { useState } from 'react'
import { companyApi } from '#domain/companies/api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { ORDINARY_REGIME, regimeOn, type TaxRegime } from '#domain/taxes/regime.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { CheckboxField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import './companies.css'

type Regime = Omit<TaxRegime, 'from_on'>

/** The tax regime of a company: the one of today, and the next one when it is set (COM-02). */
export function TaxRegimeCard({ companyId }: { companyId: string }) {
  const [isEditing, setEditing] = useState(false)
  const [today] = useState(() => dayOf(new Date()))
  const read = useRead(companyApi.taxRegimes, { params: { id: companyId } })
  return (
    <Card
      title="Régimen tributario"
      actions={read.data && <Button onClick={() => setEditing(true)}>Cambiar régimen</Button>}
    >
      <Query of={read} lines={3} height={24}>
        {({ data }) => <Regimes regimes={data} today={today} />}
      </Query>
      {isEditing && read.data && (
        <RegimeDialog
          companyId={companyId}
          regime={regimeOn(read.data.data, today)}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  )
}

function Regimes({ regimes, today }: { regimes: readonly TaxRegime[]; today: Day }) {
  const next = regimes.filter(({ from_on }) => from_on > today)
  return (
    <Facts
      facts={[
        { label: 'Hoy', value: labelOf(regimeOn(regimes, today)) },
        ...next.map((regime) => ({ label: `Desde el ${dayLabel(regime.from_on)}`, value: labelOf(regime) })),
      ]}
    />
  )
}

/** 'Responsable de IVA, autorretenedora'. */
const labelOf = ({ is_vat_responsible, is_self_withholder, is_simple_regime }: Regime): string =>
  [
    is_vat_responsible ? 'Responsable de IVA' : 'No responsable de IVA: sus facturas no lo cobran',
    ...(is_self_withholder ? ['autorretenedora'] : []),
    ...(is_simple_regime ? ['régimen simple'] : []),
  ].join(', ')

type DialogProps = { companyId: string; regime: Regime; onClose: () => void }

function RegimeDialog({ companyId, regime, onClose }: DialogProps) {
  const save = useChange(companyApi.setTaxRegime)
  const [day, setDay] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: companyApi.setTaxRegime.body,
    fields: ['from_on', 'is_vat_responsible', 'is_self_withholder', 'is_simple_regime'],
    read: (typed) => ({
      from_on: day,
      is_vat_responsible: typed['is_vat_responsible'] === true,
      is_self_withholder: typed['is_self_withholder'] === true,
      is_simple_regime: typed['is_simple_regime'] === true,
    }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ params: { id: companyId }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const { is_vat_responsible, is_self_withholder, is_simple_regime } = { ...ORDINARY_REGIME, ...regime }
  return (
    <FormDialog title="Cambiar el régimen tributario" label="Guardar régimen" form={form} onClose={onClose}>
      <p>Las facturas de ese día en adelante salen con este régimen. Las que ya salieron no cambian.</p>
      <DayField
        label="Desde"
        id="from_on"
        name="from_on"
        error={form.errors['from_on']}
        value={day}
        onChange={setDay}
      />
      <CheckboxField
        label="Responsable de IVA. Si lo quitas, ninguna factura cobra IVA."
        name="is_vat_responsible"
        defaultChecked={is_vat_responsible}
      />
      <CheckboxField
        label="Autorretenedora de renta: sus clientes no le retienen"
        name="is_self_withholder"
        defaultChecked={is_self_withholder}
      />
      <CheckboxField label="Régimen simple de tributación" name="is_simple_regime" defaultChecked={is_simple_regime} />
    </FormDialog>
  )
}
