import { useState } from 'react'
import { dayOf, fieldsOf } from '#domain/core/days.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const count = new Intl.NumberFormat('es-CO')

/** The ranges of CUN that the SIC gave the company, by year, with what was used; the administrator saves them. */
export function CunRanges() {
  const read = useRead(pqrRegulatorApi.ranges, {})
  const canSave = useSession().user?.metadata.role === 'admin'
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Numeración CUN"
      actions={
        canSave && (
          <Button size="dense" onClick={() => setOpen(true)}>
            Registrar rango
          </Button>
        )
      }
    >
      <Query of={read} lines={2} height={32}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="pqr-quiet">
              Sin rango: las PQR llevan un radicado interno.{' '}
              {!canSave && 'El rango que asigna la SIC lo registra el administrador.'}
            </p>
          ) : (
            <RowList label="Rangos de CUN">
              {data.map(({ year, operator_code, first, last, used }) => (
                <li key={year}>
                  <span className="two-lines">
                    {year}, operador {operator_code}
                    <small>
                      Del {count.format(first)} {last === null ? 'en adelante' : `al ${count.format(last)}`}
                    </small>
                  </span>
                  <span className="figures">{used === 0 ? 'Sin usar' : `Va en ${count.format(used)}`}</span>
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
      {isOpen && <RangeDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The number of a control; NaN for a text that is none. */
const numberOf = (typed: unknown): number | undefined =>
  typed === '' || typed === undefined ? undefined : Number(typed)

function RangeDialog({ onClose }: { onClose: () => void }) {
  const [year] = useState(() => fieldsOf(dayOf(new Date())).year)
  const save = useChange(pqrRegulatorApi.saveRange)
  const form = useForm({
    schema: pqrRegulatorApi.saveRange.body,
    fields: ['range.year', 'range.operator_code', 'range.first', 'range.last'],
    read: (typed) => ({
      range: {
        year: numberOf(typed['range.year']),
        operator_code: typed['range.operator_code'],
        first: numberOf(typed['range.first']),
        last: numberOf(typed['range.last']) ?? null,
      },
    }),
    submit: async (body) => {
      const { message } = await save.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Registrar rango de CUN" label="Guardar rango" form={form} onClose={onClose}>
      <p>Está en la comunicación con la que la SIC te asignó los números.</p>
      <div className="form__pair">
        <TextField
          label="Año"
          {...form.field('range.year')}
          defaultValue={String(year)}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          label="Código de operador"
          hint="4 dígitos"
          {...form.field('range.operator_code')}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
        />
      </div>
      <div className="form__pair">
        <TextField
          label="Desde"
          {...form.field('range.first')}
          defaultValue="1"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          label="Hasta"
          hint="Vacío si no tiene fin"
          {...form.field('range.last')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </FormDialog>
  )
}
