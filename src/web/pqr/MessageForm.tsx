import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { MessageValues } from './message-values.ts'

/** A message of the client in its own case: more data, a question. */
export function MessageForm({ pqr }: { pqr: Pick<PqrCase, 'id'> }) {
  const message = useChange(pqrApi.message)
  const form = useForm({
    schema: MessageValues,
    fields: ['message'],
    submit: async ({ message: text }) => {
      const reply = await message.mutateAsync({ params: { id: pqr.id }, body: { text } })
      toastSuccess(reply.message)
    },
  })
  return (
    <form className="pqr-write" noValidate onSubmit={form.onSubmit}>
      <FormProblem form={form} />
      <TextAreaField
        key={message.submittedAt}
        label="Escribe un mensaje"
        hint="Para agregar datos o preguntar en qué va. Lo que radicaste no cambia."
        {...form.field('message')}
        rows={3}
        maxLength={TEXT_MAX}
      />
      <Button type="submit" busy={form.isBusy ? 'Enviando…' : undefined}>
        Enviar mensaje
      </Button>
    </form>
  )
}
