import { useState } from 'react'
import type { Input } from '#domain/core/api.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import type { AppealKind } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { APPEAL_ABOUT, APPEAL_NAMES, DESK_APPEAL_ABOUT } from './words.ts'

type Props = {
  pqr: Pick<PqrCase, 'reference' | 'appeals'>
  send: (body: Omit<Input<typeof pqrApi.appeal>['body'], 'version'>) => Promise<{ message: string }>
  onClose: () => void
  /** The staff writes down an appeal that arrived on paper or by telephone, with its day. */
  isDesk?: boolean
}

/** The appeal of a case with a session: of its client, or written down by the desk. */
export function CaseAppealDialog({ pqr, ...props }: Pick<Props, 'onClose' | 'isDesk'> & { pqr: PqrCase }) {
  const appeal = useChange(pqrApi.appeal)
  const { id, version } = pqr
  return (
    <AppealDialog
      pqr={pqr}
      send={(body) => appeal.mutateAsync({ params: { id }, body: { ...body, version } })}
      {...props}
    />
  )
}

const OWN_WORDS = {
  title: 'Interponer recurso',
  kind: 'Qué pides',
  about: APPEAL_ABOUT,
  text: 'Por qué no estás de acuerdo',
  hint: 'No necesitas abogado. Cuenta qué parte de la respuesta no aceptas y qué esperas.',
}

const DESK_WORDS: typeof OWN_WORDS = {
  title: 'Registrar recurso',
  kind: 'Qué pide',
  about: DESK_APPEAL_ABOUT,
  text: 'Por qué no está de acuerdo',
  hint: 'Escríbelo como llegó, o como te lo dijo por teléfono',
}

/** The appeal against an answer: the two kinds explained, and why the person does not agree (PQR-07). */
export function AppealDialog({ pqr, send, onClose, isDesk = false }: Props) {
  const [received, setReceived] = useState<Day | null>(() => dayOf(new Date()))
  const [kind, setKind] = useState<AppealKind | null>(pqr.appeals.length === 1 ? (pqr.appeals[0] ?? null) : null)
  const words = isDesk ? DESK_WORDS : OWN_WORDS
  const form = useForm({
    draft: useDraft(`pqr-appeal/${pqr.reference}`, `Recurso de ${pqr.reference}`),
    schema: pqrApi.appeal.body,
    fields: ['kind', 'text', 'received_on'],
    read: ({ kind: chosen, text }) => ({
      kind: chosen,
      text,
      ...(isDesk ? { received_on: received ?? '' } : {}),
    }),
    submit: async (body) => {
      const { message } = await send(body)
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={words.title} label={words.title} busyLabel="Enviando…" form={form} onClose={onClose}>
      <ChoiceField
        label={words.kind}
        {...form.field('kind')}
        options={pqr.appeals.map((value) => ({ value, label: APPEAL_NAMES[value], about: words.about[value] }))}
        value={kind}
        onChange={setKind}
      />
      {!pqr.appeals.includes('reposicion_subsidio_apelacion') && (
        <Alert>
          Sobre este tema la ley solo permite la reposición. La apelación ante la SIC es para la facturación, la
          suspensión, el corte, la terminación y la negativa del contrato.
        </Alert>
      )}
      {isDesk && (
        <DayField
          label="Día en que llegó"
          hint="Debe estar dentro del plazo del recurso; el término para responder cuenta desde ese día"
          {...form.field('received_on')}
          value={received}
          onChange={setReceived}
        />
      )}
      <TextAreaField label={words.text} hint={words.hint} {...form.field('text')} rows={6} maxLength={TEXT_MAX} />
    </FormDialog>
  )
}
