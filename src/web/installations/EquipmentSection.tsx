import { instantLabel } from '#domain/core/days.ts'
import { installationReportApi } from '#domain/installations/api.ts'
import { EQUIPMENT_ROWS } from '#domain/installations/equipment.ts'
import type { Report } from '#domain/installations/report.ts'
import { numberOf } from '#domain/installations/report-values.ts'
import type { CallInput } from '#web/core/call.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { CoordinateFields } from '#web/places/CoordinateFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { Section } from './ReportSection.tsx'

const COLUMNS = [
  ['brand', 'Marca'],
  ['serial', 'Serial o MAC'],
  ['state', 'Estado'],
] as const
const ADDRESSES = [
  ['antenna_wan_ip', 'Antena, IP WAN'],
  ['antenna_lan_ip', 'Antena, IP LAN'],
  ['router_wan_ip', 'Router, IP WAN'],
  ['router_lan_ip', 'Router, IP LAN'],
] as const
const PLACE = ['latitude', 'longitude'] as const
const ROWS = Array.from({ length: EQUIPMENT_ROWS }, (_, row) => row)
const FIELDS = [
  ...ROWS.flatMap((row) => COLUMNS.map(([name]) => `equipment.rows.${row}.${name}`)),
  ...[...ADDRESSES.map(([name]) => name), ...PLACE].map((name) => `equipment.technical_data.${name}`),
]

type Props = { report: Report; input: CallInput<typeof installationReportApi.pdf> }

/** The equipment and the technical data of a report, which only the role network sees and fills in (ACT-12). */
export function EquipmentSection({ report, input }: Props) {
  const { equipment } = report
  const save = useChange(installationReportApi.saveEquipment)
  const form = useForm({
    schema: installationReportApi.saveEquipment.body,
    fields: FIELDS,
    read: bodyOf,
    submit: async (body) => {
      const { message } = await save.mutateAsync({ ...input, query: { ...input.query, report: report.id }, body })
      toastSuccess(message)
    },
  })
  const field = (name: string, label: string, value: string | null | undefined) => (
    <TextField
      key={name}
      label={label}
      {...form.field(`equipment.${name}`)}
      defaultValue={value ?? ''}
      maxLength={60}
      autoComplete="off"
    />
  )
  return (
    <form className="acta acta--form" noValidate onSubmit={form.onSubmit} aria-label="Equipos y datos técnicos">
      <FormProblem form={form} />
      <Section title="Inventario de equipos">
        {ROWS.map((row) => (
          <fieldset key={row} className="acta__row">
            <legend>Equipo {row + 1}</legend>
            {COLUMNS.map(([name, label]) => field(`rows.${row}.${name}`, label, equipment?.rows[row]?.[name]))}
          </fieldset>
        ))}
      </Section>
      <Section title="Datos técnicos">
        <div className="acta__row acta__row--two">
          {ADDRESSES.map(([name, label]) => field(`technical_data.${name}`, label, equipment?.technical_data[name]))}
        </div>
        <CoordinateFields of="equipment.technical_data." errors={form.errors} start={equipment?.technical_data} />
      </Section>
      <div className="acta__foot">
        <p>
          {equipment
            ? `Guardado por ${equipment.saved_by}, ${instantLabel(new Date(equipment.saved_at))}`
            : 'Sin guardar todavía'}
        </p>
        <Button type="submit" variant="primary" busy={form.isBusy ? 'Guardando…' : undefined}>
          Guardar equipos
        </Button>
      </div>
    </form>
  )
}

/** The body of the call: an empty control is null, and a typed coordinate is a number. */
function bodyOf(typed: Readonly<Record<string, unknown>>): unknown {
  const value = (name: string): unknown => typed[`equipment.${name}`] || null
  const degrees = (name: string): unknown => {
    const written = value(`technical_data.${name}`)
    return typeof written === 'string' ? (numberOf(written) ?? written) : null
  }
  return {
    equipment: {
      rows: ROWS.map((row) => Object.fromEntries(COLUMNS.map(([name]) => [name, value(`rows.${row}.${name}`)]))),
      technical_data: {
        ...Object.fromEntries(ADDRESSES.map(([name]) => [name, value(`technical_data.${name}`)])),
        ...Object.fromEntries(PLACE.map((name) => [name, degrees(name)])),
      },
    },
  }
}
