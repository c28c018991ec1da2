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
import { DeskMessageValues, MessageValues } from './message-values.ts'
import { TemplatePicker } from './TemplatePicker.tsx'

/** A message to the client, or a note of the team: one switch, and the two look different (PQR-03). */
export function WriteCard({ pqr }: { pqr: PqrCase }) {
  const canMessage = pqr.actions.includes('message')
  const [isNote, setNote] = useState(!canMessage)
  // Who looks at the other one keeps what is written in this one.
  const [message, setMessage] = useState('')
  const [note, setNoteText] = useState('')
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
        {isNote ? (
          <WriteForm key="note" pqr={pqr} isNote text={note} onText={setNoteText} />
        ) : (
          <WriteForm key="message" pqr={pqr} isNote={false} text={message} onText={setMessage} />
        )}
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

type WriteProps = { pqr: PqrCase; isNote: boolean; text: string; onText: (text: string) => void }

/** The form of one of the two. What is written and not sent stays on this device. */
function WriteForm({ pqr, isNote, text, onText }: WriteProps) {
  const message = useChange(pqrApi.message)
  const draft = useDraft(
    `${isNote ? 'pqr-note' : 'pqr-message'}/${pqr.id}`,
    `${isNote ? 'Nota interna' : 'Mensaje'} de ${pqr.reference}`,
  )
  const { watch } = useTyping(draft)
  const form = useForm({
    draft,
    schema: isNote ? MessageValues : DeskMessageValues,
    fields: ['message'],
    submit: async ({ message: written }) => {
      const body = { text: written, internal: isNote }
      const reply = await message.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(reply.message)
      onText('')
    },
  })
  return (
    <form
      className={isNote ? 'pqr-write pqr-write--note' : 'pqr-write'}
      noValidate
      ref={watch}
      onSubmit={form.onSubmit}
    >
      {draft.offer !== null && text === '' && <DraftNotice draft={draft.offer} />}
      <FormProblem form={form} />
      {!isNote && <TemplatePicker key={message.submittedAt} pqr={pqr} text={text} onPick={onText} />}
      <TextAreaField
        label={isNote ? 'Nota interna' : 'Mensaje al cliente'}
        hint={isNote ? 'Solo la lee el equipo. El cliente nunca la ve.' : messageHint(pqr)}
        {...form.field('message')}
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <Button type="submit" busy={form.isBusy ? 'Enviando…' : undefined}>
        {isNote ? 'Guardar nota' : 'Enviar al cliente'}
      </Button>
    </form>
  )
}
