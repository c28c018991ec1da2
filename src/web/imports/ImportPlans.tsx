import { type FormEvent, useState } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import type { ImportPreview } from '#domain/imports/api.ts'
import { NEW_PLAN } from '#domain/imports/plan-names.ts'
import { planApi } from '#domain/plans/api.ts'
import type { Plan } from '#domain/plans/plan.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'

type Offer = NonNullable<ImportPreview['plans'][number]['offer']>

const LEAVE_OUT = { value: '', label: 'Dejar esas filas por fuera' }

/** The plans of the file that are not the company's by their code or name: the user relates each one with a plan, once, and sees it in each file (CLI-05). */
export function ImportPlans({
  related,
  busy,
  onNext,
}: {
  related: ImportPreview['plans']
  busy: boolean
  onNext: (plans: Readonly<Record<string, string>>) => void
}) {
  const read = useRead(planApi.list, {})
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const unknown = related.filter(({ code }) => code === null).length
  const plans = read.data?.data
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onNext(chosen)
  }
  return (
    <Card title={titleOf(unknown)}>
      {!plans ? (
        <ReadState of={read} lines={2} height={44} />
      ) : plans.length === 0 && related.every(({ offer }) => offer === null) ? (
        <EmptyState title="Tu empresa todavía no tiene planes">Créalos y vuelve a subir el archivo.</EmptyState>
      ) : (
        <form className="form" onSubmit={submit}>
          <p>
            Estos planes del archivo no son tuyos con ese nombre. Dinos cuál es cada uno, y lo recordamos para la
            próxima, o créalos con el valor y la velocidad que trae el archivo.
          </p>
          <div className="import-columns">
            {related.map(({ name, rows, code, offer }) => (
              <SelectField
                key={name}
                label={`«${name}», ${rows} ${rows === 1 ? 'fila' : 'filas'}`}
                options={optionsOf(name, offer, plans)}
                value={chosen[name] ?? code ?? ''}
                onChange={({ target }) => setChosen({ ...chosen, [name]: target.value })}
              />
            ))}
          </div>
          <div className="page__actions">
            <Button
              type="submit"
              busy={busy ? 'Revisando…' : undefined}
              disabledReason={Object.keys(chosen).length > 0 ? undefined : 'Elige o cambia al menos un plan'}
            >
              Relacionar y revisar de nuevo
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}

const optionsOf = (name: string, offer: Offer | null, plans: readonly Plan[]) => [
  LEAVE_OUT,
  ...(offer === null ? [] : [{ value: NEW_PLAN, label: offerLabel(name, offer) }]),
  ...plans.map((plan) => ({ value: plan.reference_code, label: `${plan.name}, ${pesosLabel(plan.price)}` })),
]

/** 'Crear el plan, $ 59.900,00, 50 Mbps de bajada y de subida'. */
const offerLabel = (name: string, offer: Offer): string =>
  `Crear «${name}»: ${pesosLabel(offer.price)}, ${offer.download_speed} de bajada y ${offer.upload_speed} de subida`

function titleOf(unknown: number): string {
  if (unknown === 0) return 'Planes relacionados'
  return unknown === 1 ? 'Un plan por relacionar' : `${unknown} planes por relacionar`
}
