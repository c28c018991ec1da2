import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { equipmentName, REPORTED_LABELS, REPORTED_MAX } from '#domain/equipment/equipment.ts'
import type { Visit } from '#domain/installations/report.ts'
import { equipmentField, listedRows, rowWith } from '#domain/installations/reported-draft.ts'
import { ScanButton } from '#web/equipment/ScanButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { type FormValues, Line, Radios } from './form-fields.tsx'
import { Section } from './ReportSection.tsx'

/** The equipment that was installed and taken back in the visit, by its serial. */
export function ReportedEquipment({ form, visit }: { form: FormValues; visit: Visit }) {
  const rows = listedRows(form.values)
  const installed = visit.installed ?? []
  const isRemoval = form.values['type_order_job'] === 'retiro'
  const add = (values: { action: string; serial?: string }): void => form.set(rowWith(form.values, values))
  const named = new Set(rows.map((row) => form.values[equipmentField(row, 'serial')]))
  return (
    <Section title="Equipos instalados y recogidos">
      {isRemoval && installed.length > 0 && rows.length === 0 && (
        <Alert>
          Si no escribes ninguno, quedan como recogidos todos los del contrato:{' '}
          {installed.map(equipmentName).join(', ')}.
        </Alert>
      )}
      {rows.map((row) => (
        <EquipmentRow key={row} form={form} row={row} />
      ))}
      {rows.length < REPORTED_MAX && (
        <div className="chips">
          {installed
            .filter(({ serial }) => serial !== null && !named.has(serial))
            .map(({ id, serial, ...piece }) => (
              <Button key={id} size="dense" onClick={() => add({ action: 'return', serial: serial ?? '' })}>
                Recogí {equipmentName({ ...piece, serial })}
              </Button>
            ))}
          <Button size="dense" onClick={() => add({ action: isRemoval ? 'return' : 'install' })}>
            Agregar equipo
          </Button>
        </div>
      )}
    </Section>
  )
}

function EquipmentRow({ form, row }: { form: FormValues; row: number }) {
  const at = (name: Parameters<typeof equipmentField>[1]): string => equipmentField(row, name)
  const isNew = form.values[at('action')] === 'install'
  const kind = at('kind')
  return (
    <fieldset className="acta__row">
      <legend>Equipo {row + 1}</legend>
      <Radios
        form={form}
        name={at('action')}
        label={`¿Qué se hizo con el equipo ${row + 1}?`}
        options={REPORTED_LABELS}
      />
      <Line form={form} name={at('serial')} label="Serial" max={60} />
      <ScanButton onCode={(code) => form.set({ [at('serial')]: code })} />
      {isNew && (
        <div className="form__pair">
          <SelectField
            label="Tipo"
            id={kind}
            options={[
              { value: '', label: 'Si es nuevo en el inventario' },
              ...Object.entries(EQUIPMENT_KIND_LABELS).map(([value, label]) => ({ value, label })),
            ]}
            value={form.values[kind] ?? ''}
            onChange={({ target }) => form.set({ [kind]: target.value })}
          />
          <Line form={form} name={at('brand')} label="Marca" hint="Si es nuevo en el inventario" max={60} />
        </div>
      )}
      <div>
        <Button
          size="dense"
          aria-label={`Quitar equipo ${row + 1}`}
          onClick={() => form.set({ [at('action')]: '', [at('serial')]: '', [at('kind')]: '', [at('brand')]: '' })}
        >
          Quitar
        </Button>
      </div>
    </fieldset>
  )
}
