import { useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ClientFields } from './ClientFields.tsx'
import { ConsentFields } from './ConsentFields.tsx'
import { CLIENT_FIELDS, clientBody, consentsOf } from './client-form.ts'

const FORM_ID = 'client-form'

/** A new client, or the data of one that is there (CLI-02). */
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
  const form = useForm({
    schema: client ? clientApi.update.body : clientApi.create.body,
    read: (typed) => ({
      ...clientBody(typed, client !== undefined),
      ...(client ? {} : { consents: consentsOf(typed) }),
    }),
    fields: CLIENT_FIELDS,
    submit: async (body) => {
      try {
        const { data, message } = client
          ? await update.mutateAsync({ params: { id: client.id }, body })
          : await create.mutateAsync({ body: clientApi.create.body.parse(body) })
        toastSuccess(message)
        onDone(data)
      } catch (error) {
        if (isFailure(error)) toastError(error.message)
        throw error
      }
    },
  })
  return (
    <Dialog
      title={client ? 'Editar cliente' : 'Crear cliente'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={form.isBusy ? 'Guardando…' : undefined}>
            {client ? 'Guardar cambios' : 'Crear cliente'}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <ClientFields
          errors={form.errors}
          isBusiness={isBusiness}
          onType={(type) => setBusiness(type === 'NIT')}
          {...(client ? { client } : {})}
        />
        {!client && <ConsentFields />}
      </form>
    </Dialog>
  )
}
