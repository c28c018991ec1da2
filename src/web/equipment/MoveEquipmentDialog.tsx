import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import { canCorrectMac, equipmentApi } from '#domain/equipment/api.ts'
import {
  EQUIPMENT_STATE_LABELS,
  EQUIPMENT_STATES,
  type Equipment,
  type EquipmentState,
  equipmentLifecycle,
  equipmentName,
} from '#domain/equipment/equipment.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ScanButton } from './ScanButton.tsx'

type Props = { equipment: Equipment; onClose: () => void }

/** Moves a piece to a technician, to a client or back. Only the places that its own allows are offered. */
export function MoveEquipmentDialog({ equipment, onClose }: Props) {
  const places = EQUIPMENT_STATES.filter((state) => equipmentLifecycle.can(equipment.state, state))
  const [to, setTo] = useState<EquipmentState>(places[0] ?? 'in_store')
  const move = useChange(equipmentApi.move)
  const { data: technicians } = useRead(contractApi.technicians, {}, { enabled: to === 'assigned' })
  const form = useForm({
    schema: equipmentApi.move.body,
    read: (typed) => ({
      to,
      note: typed['note'],
      ...(to === 'assigned' ? { technician_id: typed['technician_id'] } : {}),
      ...(to === 'at_client' ? { no_contract: String(typed['no_contract']).trim().toUpperCase() } : {}),
    }),
    fields: ['to', 'technician_id', 'no_contract', 'note'],
    submit: async (body) => {
      toastSuccess((await move.mutateAsync({ params: { id: equipment.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Mover ${equipmentName(equipment)}`} label="Mover" form={form} onClose={onClose}>
      <SelectField
        label="A dónde pasa"
        {...form.field('to')}
        options={places.map((value) => ({ value, label: EQUIPMENT_STATE_LABELS[value] }))}
        value={to}
        onChange={({ target }) => setTo(places.find((state) => state === target.value) ?? to)}
      />
      {to === 'assigned' && (
        <SelectField
          label="Técnico"
          {...form.field('technician_id')}
          options={[
            { value: '', label: 'Elige el técnico' },
            ...(technicians?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
        />
      )}
      {to === 'at_client' && (
        <TextField
          label="Contrato"
          hint="Su número, como AF-000123"
          {...form.field('no_contract')}
          autoCapitalize="characters"
          maxLength={11}
        />
      )}
      <TextField label="Nota" hint="Opcional: por qué se mueve" {...form.field('note')} maxLength={300} />
    </FormDialog>
  )
}

/** Writes the serial or the MAC that a piece lacks. A serial that is stored does not change, and a MAC only by the store. */
export function NumbersDialog({ equipment, onClose }: Props) {
  const { user } = useSession()
  const update = useChange(equipmentApi.update)
  const [serial, setSerial] = useState(equipment.serial ?? '')
  const form = useForm({
    schema: equipmentApi.update.body,
    read: (typed) => ({ equipment: { serial, mac: typed['equipment.mac'] } }),
    fields: ['equipment.serial', 'equipment.mac'],
    submit: async (body) => {
      toastSuccess((await update.mutateAsync({ params: { id: equipment.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Completar el equipo" label="Guardar" form={form} onClose={onClose}>
      <TextField
        label="Serial"
        {...form.field('equipment.serial')}
        value={serial}
        readOnly={equipment.serial !== null}
        maxLength={60}
        autoComplete="off"
        onChange={({ target }) => setSerial(target.value)}
      />
      {equipment.serial === null && <ScanButton onCode={setSerial} />}
      <TextField
        label="MAC"
        hint="Como AA:BB:CC:00:11:22"
        {...form.field('equipment.mac')}
        defaultValue={equipment.mac ?? ''}
        readOnly={equipment.mac !== null && user !== null && !canCorrectMac(user.metadata.role)}
        maxLength={60}
        autoComplete="off"
      />
    </FormDialog>
  )
}
