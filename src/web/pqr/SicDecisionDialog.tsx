import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { SIC_OUTCOME_LABELS, SIC_OUTCOMES, type SicOutcome } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** What the SIC decided, with the number of its resolution. */
export function SicDecisionDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const decide = useChange(pqrApi.sicDecision)
  const [outcome, setOutcome] = useState<SicOutcome | null>(null)
  const [on, setOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: pqrApi.sicDecision.body,
    fields: ['outcome', 'decided_on', 'text'],
    read: ({ outcome: chosen, text }) => ({ outcome: chosen, text, decided_on: on ?? '', version: pqr.version }),
    submit: async (body) => {
      const { message } = await decide.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Registrar lo que decidió la SIC" label="Registrar decisión" form={form} onClose={onClose}>
      <ChoiceField
        label="Qué decidió"
        {...form.field('outcome')}
        options={SIC_OUTCOMES.map((value) => ({ value, label: SIC_OUTCOME_LABELS[value] }))}
        value={outcome}
        onChange={setOutcome}
      />
      <DayField
        label="Día de la decisión"
        hint="El de la resolución de la SIC"
        {...form.field('decided_on')}
        value={on}
        onChange={setOn}
      />
      <TextAreaField
        label="Número de la resolución y lo que ordena"
        {...form.field('text')}
        rows={4}
        maxLength={TEXT_MAX}
      />
    </FormDialog>
  )
}
