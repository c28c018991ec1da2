import { useState } from 'react'
import { contractApi } from '#domain/contracts/api.ts'
import { type Day, parseDay } from '#domain/core/days.ts'
import { visitApi } from '#domain/visits/api.ts'
import {
  isOpenVisit,
  SLOT_LABELS,
  SLOTS,
  VISIT_KIND_LABELS,
  type Visit,
  type VisitKind,
  type VisitTime,
} from '#domain/visits/visit.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess, toastWarning } from '#web/ui/Toasts.tsx'
import { PlanReason } from './PlanReason.tsx'

type Typed = Readonly<Record<string, unknown>>

const textAt = (typed: Typed, name: string): string => {
  const value = typed[name]
  return typeof value === 'string' ? value : ''
}

/** The values of the controls as the fields of the body; `path` is before their names. An empty control is null. */
export function planOf(typed: Typed, path: string) {
  const at = (name: string): string | null => textAt(typed, `${path}${name}`) || null
  const day = at('day')
  return {
    day: day === null ? null : (parseDay(day) ?? day),
    slot: at('slot') ?? 'dia',
    from_time: at('from_time'),
    to_time: at('to_time'),
    technician_id: at('technician_id'),
    bring: at('bring'),
    note: at('note'),
    reason: at('reason') ?? undefined,
  }
}

export const PLAN_FIELDS = ['day', 'reason', 'slot', 'from_time', 'to_time', 'technician_id', 'bring', 'note'] as const

/** Shows what a change of a visit did, and the other visit of its technician at the same time. */
export const showPlanned = ({ message, warning }: { message: string; warning: string | null }): void => {
  toastSuccess(message)
  if (warning !== null) toastWarning(warning)
}

type NewProps = {
  kinds: readonly VisitKind[]
  no_contract: string | null
  /** The last legal day of the installation of that contract, when it is known (R2.14). */
  due_on?: Day | null
  onClose: () => void
}

/** Creates a visit of a contract; without `no_contract` the user types its number. */
export function NewVisitDialog({ kinds, no_contract, due_on = null, onClose }: NewProps) {
  const create = useChange(visitApi.create)
  const form = useForm({
    schema: visitApi.create.body,
    read: (typed) => ({
      visit: {
        no_contract: no_contract ?? textAt(typed, 'visit.no_contract').toUpperCase(),
        kind: typed['visit.kind'],
        ...planOf(typed, 'visit.'),
      },
    }),
    fields: ['visit.no_contract', 'visit.kind', ...PLAN_FIELDS.map((name) => `visit.${name}`)],
    submit: async (body) => {
      showPlanned(await create.mutateAsync({ body }))
      onClose()
    },
  })
  return (
    <FormDialog title="Nueva visita" label="Crear visita" form={form} onClose={onClose}>
      {no_contract === null && (
        <TextField
          label="Contrato"
          hint="Su número, como AF-000123"
          {...form.field('visit.no_contract')}
          autoCapitalize="characters"
          maxLength={11}
        />
      )}
      <SelectField
        label="Tipo de visita"
        {...form.field('visit.kind')}
        options={kinds.map((value) => ({ value, label: VISIT_KIND_LABELS[value] }))}
      />
      <PlanFields field={(name) => form.field(`visit.${name}`)} due_on={due_on} />
    </FormDialog>
  )
}

/** Gives a visit its day, or another one. */
export function MoveVisitDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const move = useChange(visitApi.move)
  const isFirst = visit.day === null
  const form = useForm({
    schema: visitApi.move.body,
    read: (typed) => planOf(typed, ''),
    fields: PLAN_FIELDS,
    submit: async (body) => {
      showPlanned(await move.mutateAsync({ params: { id: visit.id }, body }))
      onClose()
    },
  })
  const title = isFirst ? 'Programar visita' : 'Cambiar la visita'
  return (
    <FormDialog title={title} label={title} form={form} onClose={onClose}>
      <PlanFields field={form.field} visit={visit} due_on={visit.due_on} />
    </FormDialog>
  )
}

type FieldOf = (name: string) => { id: string; name: string; error: string | undefined }

type PlanProps = { field: FieldOf; visit?: Visit; due_on?: Day | null }

/**
 * The day, the hour, the technician and what to bring. A day after `due_on` shows what follows and asks for its reason (R2.14); so does
 * the reply of the server, which knows the last day of every contract.
 */
export function PlanFields({ field, visit, due_on = null }: PlanProps) {
  const [on, setOn] = useState<Day | null>(visit?.day ?? null)
  const [slot, setSlot] = useState<VisitTime['slot']>(visit?.slot ?? 'manana')
  const { data: technicians } = useRead(contractApi.technicians, {})
  const isKept = visit !== undefined && visit.day === on && isOpenVisit(visit.state)
  const isLate = on !== null && due_on !== null && on > due_on && !isKept
  const people = technicians?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <>
      <DayField label="Día de la visita" {...field('day')} value={on} onChange={setOn} />
      <PlanReason {...field('reason')} isMove={(visit?.day ?? null) !== null} late={isLate ? due_on : null} />
      <SelectField
        label="Hora"
        {...field('slot')}
        options={SLOTS.map((value) => ({ value, label: SLOT_LABELS[value] }))}
        value={slot}
        onChange={({ target }) => setSlot(SLOTS.find((value) => value === target.value) ?? 'dia')}
      />
      {slot === 'horas' && (
        <>
          <TextField label="Desde" type="time" {...field('from_time')} defaultValue={visit?.from_time ?? ''} />
          <TextField label="Hasta" type="time" {...field('to_time')} defaultValue={visit?.to_time ?? ''} />
        </>
      )}
      <SelectField
        key={people.length}
        label="Técnico"
        {...field('technician_id')}
        options={[{ value: '', label: 'Por asignar' }, ...people]}
        defaultValue={visit?.technician?.id ?? ''}
      />
      {technicians?.data.length === 0 && <Alert tone="warn">La empresa todavía no tiene técnicos activos.</Alert>}
      <TextField label="Qué llevar" {...field('bring')} defaultValue={visit?.bring ?? ''} maxLength={500} />
      <TextField label="Nota interna" {...field('note')} defaultValue={visit?.note ?? ''} maxLength={500} />
    </>
  )
}
