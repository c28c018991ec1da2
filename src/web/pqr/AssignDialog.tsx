import { useState } from 'react'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const ROLE_LABELS = { financial: 'Financiero', technical: 'Técnico' } as const

/** To whom a case is given, with how many each person has open. */
export function AssignDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const people = useRead(pqrApi.people, {})
  const assign = useChange(pqrApi.assign)
  const [chosen, setChosen] = useState<string | null>(null)
  const form = useForm({
    schema: pqrApi.assign.body,
    fields: ['user_id'],
    read: ({ user_id }) => ({ user_id, version: pqr.version }),
    submit: async (body) => {
      const { message } = await assign.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Asignar a otra persona" label="Asignar" form={form} onClose={onClose}>
      <Query of={people} lines={3} height={44}>
        {({ data }) => (
          <ChoiceField
            label="Quién la va a responder"
            {...form.field('user_id')}
            options={data
              .filter(({ id }) => id !== pqr.assignee?.id)
              .map(({ id, name, role, open }) => ({
                value: id,
                label: name,
                about: `${ROLE_LABELS[role]} · ${open === 1 ? '1 abierta' : `${open} abiertas`}`,
              }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </Query>
    </FormDialog>
  )
}
