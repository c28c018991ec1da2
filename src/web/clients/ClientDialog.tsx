import { useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { isStepUpCancelled } from '#web/core/step-up.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ClientFields } from './ClientFields.tsx'
import { ConsentFields } from './ConsentFields.tsx'
import { CLIENT_FIELDS, clientBody } from './client-form.ts'

/** Creates a client, or edits an existing one (CLI-02). */
export function ClientDialog({
  client,
  onClose,
  onDone,
}: {
  client?: Client
  onClose: () => void
  onDone: (client: Client) => void
}) {
  const create = useChange(clientApi.create)
  const update = useChange(clientApi.update)
  const [isBusiness, setBusiness] = useState(client?.type_identification === 'NIT')
  const title = client ? 'Editar cliente' : 'Crear cliente'
  const form = useForm({
    draft: useDraft(`client/${client?.id ?? 'new'}`, title),
    schema: client ? clientApi.update.body : clientApi.create.body,
    read: (typed) => clientBody(typed, client !== undefined),
    fields: CLIENT_FIELDS,
    submit: async (body) => {
      try {
        const { data, message } = client
          ? await update.mutateAsync({ params: { id: client.id }, body })
          : await create.mutateAsync({ body: clientApi.create.body.parse(body) })
        toastSuccess(message)
        onDone(data)
      } catch (error) {
        // ERR-03: the toast shows the first message of the error.
        if (isFailure(error) && !isStepUpCancelled(error)) toastError(error.errors?.[0]?.message ?? error.message)
        throw error
      }
    },
  })
  return (
    <FormDialog title={title} label={client ? 'Guardar cambios' : 'Crear cliente'} form={form} onClose={onClose}>
      <ClientFields
        errors={form.errors}
        isBusiness={isBusiness}
        onType={(type) => setBusiness(type === 'NIT')}
        {...(client ? { client } : {})}
      />
      {!client && <ConsentFields />}
    </FormDialog>
  )
}
