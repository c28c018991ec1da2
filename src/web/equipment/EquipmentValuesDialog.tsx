import { type EquipmentValues, isSameValues, POSITIVE_VALUE } from '#domain/contracts/equipment-values.ts'
import { equipmentValuesApi } from '#domain/contracts/equipment-values-api.ts'
import { EQUIPMENT_KINDS, EQUIPMENT_VALUE_LABELS, type EquipmentKind } from '#domain/core/equipment-kind.ts'
import { toPesos } from '#domain/core/money.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { toastInfo, toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { onClose: () => void }

/** What a client pays for each kind of lent equipment that is not returned (R2.21). */
export function EquipmentValuesDialog({ onClose }: Props) {
  const read = useRead(equipmentValuesApi.get, {})
  const { data } = read
  if (data) return <ValuesForm loaded={data.data} includesVat={data.meta.prices_include_vat} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <ReadState of={read} lines={6} height={44} />
    </Dialog>
  )
}

const TITLE = 'Valor de los equipos en comodato'
const nameOf = (kind: EquipmentKind): string => `equipment_values.${kind}`
/** The pesos of a field; null for an empty one. */
const valueOf = (typed: unknown): number | null => (typeof typed === 'string' ? (amountOf(typed) ?? null) : null)

function ValuesForm({ loaded, includesVat, onClose }: Props & { loaded: EquipmentValues; includesVat: boolean }) {
  const save = useChange(equipmentValuesApi.save, { invalidate: [equipmentValuesApi.get] })
  const form = useForm({
    schema: equipmentValuesApi.save.body,
    read: (typed) => ({
      equipment_values: Object.fromEntries(EQUIPMENT_KINDS.map((kind) => [kind, valueOf(typed[nameOf(kind)])])),
    }),
    fields: EQUIPMENT_KINDS.map(nameOf),
    submit: async (body) => {
      if (isSameValues(loaded, body.equipment_values)) return toastInfo('No se detectaron cambios en los valores')
      toastSuccess((await save.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={TITLE} label="Guardar valores" form={form} onClose={onClose}>
      <p>
        Es lo que paga el cliente por un equipo que no devuelve o que pierde. Queda escrito en cada contrato que se
        firme desde ahora; los ya firmados no cambian. Deja vacío el tipo de equipo que no cobras.
      </p>
      <p>
        {includesVat
          ? 'Escríbelo con el IVA incluido, como los demás precios de tu empresa.'
          : 'Escríbelo sin IVA, como los demás precios de tu empresa: al cobrarlo se suma.'}
      </p>
      <div className="form__pair">
        {EQUIPMENT_KINDS.map((kind) => {
          const value = loaded[kind]
          return (
            <MoneyField
              key={kind}
              label={EQUIPMENT_VALUE_LABELS[kind]}
              {...form.field(nameOf(kind))}
              initial={value === null ? undefined : toPesos(value)}
              invalid={POSITIVE_VALUE}
            />
          )
        })}
      </div>
    </FormDialog>
  )
}
