import { useState } from 'react'
import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card } from '#web/ui/Page.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { useTyping } from '#web/ui/use-typing.ts'
import { DeskMessageValues } from './message-values.ts'
import { TemplatePicker } from './TemplatePicker.tsx'

/** A message to the client, or a note of the team: one switch, and the two look different (PQR-03). */
export function WriteCard({ pqr }: { pqr: PqrCase }) {
  const canMessage = pqr.actions.includes('message')
  const [isNote, setNote] = useState(!canMessage)
  if (!canMessage && !pqr.actions.includes('note')) return null
  return (
    <Card title="Escribir">
      <div className="pqr-write">
        <div className="pqr-switch" role="group" aria-label="Quién lo lee">
          {canMessage && (
            <Button variant={isNote ? 'secondary' : 'primary'} aria-pressed={!isNote} onClick={() => setNote(false)}>
              Mensaje al cliente
            </Button>
          )}
          <Button variant={isNote ? 'primary' : 'secondary'} aria-pressed={isNote} onClick={() => setNote(true)}>
            Nota interna
          </Button>
        </div>
        {/* The other one stays mounted: it keeps what is written in it. */}
        {canMessage && (
          <div hidden={isNote}>
            <WriteForm pqr={pqr} name="message" />
          </div>
        )}
        <div hidden={!isNote}>
          <WriteForm pqr={pqr} name="internal_note" />
        </div>
      </div>
    </Card>
  )
}

/** What the desk knows of a message: who reads it where, and that the term of an answer goes on. */
const messageHint = ({ client_id, petitioner, due }: PqrCase): string =>
  [
    client_id !== null
      ? 'El cliente lo lee en su portal y le avisamos.'
      : petitioner.email === null
        ? 'No tiene correo ni portal: queda una tarea para que se lo digas.'
        : 'Le llega a su correo.',
    ...(due?.kind === 'answer' ? ['No es la respuesta: el plazo sigue corriendo.'] : []),
  ].join(' ')

type WriteProps = { pqr: PqrCase; name: 'message' | 'internal_note' }

/** The form of one of the two. What is written and not sent stays on this device. */
function WriteForm({ pqr, name }: WriteProps) {
  const isNote = name === 'internal_note'
  const message = useChange(pqrApi.message)
  const [text, setText] = useState('')
  const draft = useDraft(`pqr-${name}/${pqr.id}`, `${isNote ? 'Nota interna' : 'Mensaje'} de ${pqr.reference}`)
  const { watch } = useTyping(draft)
  const form = useForm({
    draft,
    schema: DeskMessageValues,
    fields: [name],
    submit: async ({ [name]: written = '' }) => {
      const body = { text: written, internal: isNote }
      const reply = await message.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(reply.message)
      setText('')
    },
  })
  const pick = (filled: string): void => {
    setText(filled)
    draft.save({ [name]: filled })
  }
  return (
    <form
      className={isNote ? 'pqr-write pqr-write--note' : 'pqr-write'}
      noValidate
      ref={watch}
      onSubmit={form.onSubmit}
    >
      {draft.offer !== null && text === '' && <DraftNotice draft={draft.offer} />}
      <FormProblem form={form} />
      {!isNote && <TemplatePicker key={message.submittedAt} pqr={pqr} text={text} onPick={pick} />}
      <TextAreaField
        label={isNote ? 'Nota interna' : 'Mensaje al cliente'}
        hint={isNote ? 'Solo la lee el equipo. El cliente nunca la ve.' : messageHint(pqr)}
        {...form.field(name)}
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" busy={form.isBusy ? 'Enviando…' : undefined}>
        {isNote ? 'Guardar nota' : 'Enviar al cliente'}
      </Button>
    </form>
  )
}
