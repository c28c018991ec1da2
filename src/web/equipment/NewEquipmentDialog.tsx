import { useState } from 'react'
import { EQUIPMENT_KIND_LABELS, EQUIPMENT_KINDS } from '#domain/core/equipment-kind.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { LINES_MAX, PROPERTIES, PROPERTY_LABELS } from '#domain/equipment/equipment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Refused = readonly { line: number; problem: string }[]

/** Adds equal pieces to the store from a pasted list of serials; without one, a single piece whose serial is written later. */
export function NewEquipmentDialog({ onClose }: { onClose: () => void }) {
  const [refused, setRefused] = useState<Refused>([])
  const importLines = useChange(equipmentApi.importLines)
  const create = useChange(equipmentApi.create)
  const form = useForm({
    schema: equipmentApi.importLines.body,
    // An empty list is one piece without a serial.
    read: ({ 'equipment.lines': lines, ...typed }) => ({
      equipment: { ...fieldsOf(typed), lines: typeof lines === 'string' && lines.trim() !== '' ? lines : NONE },
    }),
    fields: FIELDS,
    submit: async ({ equipment: { lines, ...equipment } }) => {
      if (lines === NONE) {
        toastSuccess((await create.mutateAsync({ body: { equipment } })).message)
        return onClose()
      }
      const { data, message } = await importLines.mutateAsync({ body: { equipment: { ...equipment, lines } } })
      toastSuccess(message)
      if (data.errors.length === 0) return onClose()
      return setRefused(data.errors)
    },
  })
  if (refused.length > 0) return <RefusedDialog refused={refused} onClose={onClose} />
  return (
    <FormDialog title="Agregar equipos" label="Agregar" form={form} onClose={onClose}>
      <SelectField
        label="Qué son"
        {...form.field('equipment.kind')}
        options={EQUIPMENT_KINDS.map((value) => ({ value, label: EQUIPMENT_KIND_LABELS[value] }))}
      />
      <div className="form__pair">
        <TextField label="Marca" {...form.field('equipment.brand')} maxLength={60} autoComplete="off" />
        <TextField label="Modelo" {...form.field('equipment.model')} maxLength={60} autoComplete="off" />
      </div>
      <SelectField
        label="Propiedad"
        hint="En comodato: el cliente lo devuelve cuando se retira"
        {...form.field('equipment.property')}
        options={PROPERTIES.map((value) => ({ value, label: PROPERTY_LABELS[value] }))}
      />
      <TextAreaField
        label="Seriales"
        hint={`Uno por línea, hasta ${LINES_MAX}; si tienes la MAC, después de una coma. Vacío: un equipo sin serial`}
        {...form.field('equipment.lines')}
        rows={8}
      />
    </FormDialog>
  )
}

/** What the form sends for an empty list: no serial is one hyphen. */
const NONE = '-'
const NAMES = ['kind', 'brand', 'model', 'property'] as const
const FIELDS = [...NAMES, 'lines'].map((name) => `equipment.${name}`)

const fieldsOf = (typed: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(NAMES.map((name) => [name, typed[`equipment.${name}`]]))

function RefusedDialog({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  return (
    <Dialog
      title="Los que no se agregaron"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <RowList label="Líneas que no se agregaron">
        {refused.map(({ line, problem }) => (
          <li key={line}>
            <span className="two-lines">
              Línea {line}
              <small>{problem}</small>
            </span>
          </li>
        ))}
      </RowList>
    </Dialog>
  )
}
