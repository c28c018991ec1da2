import { useState } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { companyUserApi } from '#domain/users/api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { PERSON_FIELDS, PersonFields, personBody } from './PersonFields.tsx'

/** The staff of a company, with the button that invites another user (USR-03). */
export function PeopleCard({ companyId }: { companyId: string }) {
  const [isInviting, setInviting] = useState(false)
  const read = useRead(companyUserApi.list, { params: { id: companyId } })
  return (
    <Card title="Personas" actions={<Button onClick={() => setInviting(true)}>Invitar</Button>}>
      <Query of={read} lines={4} height={24}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no hay nadie" />
          ) : (
            <Facts
              facts={data.map((person) => ({
                label: `${person.first_name} ${person.last_name}`,
                value: `${ROLE_LABELS[person.role]}${person.is_active ? (person.is_first_login ? ', invitado' : '') : ', inactivo'}`,
              }))}
            />
          )
        }
      </Query>
      {isInviting && <InviteDialog companyId={companyId} onClose={() => setInviting(false)} />}
    </Card>
  )
}

function InviteDialog({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const create = useChange(companyUserApi.create)
  const form = useForm({
    schema: companyUserApi.create.body,
    fields: PERSON_FIELDS,
    read: personBody,
    submit: async (body) => {
      const { message } = await create.mutateAsync({ params: { id: companyId }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Invitar a una persona"
      label="Enviar invitación"
      busyLabel="Enviando…"
      form={form}
      onClose={onClose}
    >
      <PersonFields errors={form.errors} />
    </FormDialog>
  )
}
