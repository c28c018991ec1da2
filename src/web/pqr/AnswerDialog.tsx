import { useState } from 'react'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { pesos, pesosLabel, plus, ZERO } from '#domain/core/money.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { amountProblem, partProblem, type Settlement, settlementOf } from '#domain/pqr/claim.ts'
import { goesToSic } from '#domain/pqr/steps.ts'
import { PQR_DECISION_LABELS, type PqrDecision } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { amountOf } from '#web/ui/amount.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { AnswerPreview } from './AnswerPreview.tsx'
import { PresenceNotice } from './PresenceNotice.tsx'
import { TemplatePicker } from './TemplatePicker.tsx'

type Props = { pqr: PqrCase; onClose: () => void; presence: string }

const DECISION_ABOUT: Readonly<Record<PqrDecision, string>> = {
  favor: 'Se hace todo lo que pidió.',
  parcial: 'Se hace una parte, y la respuesta dice cuál.',
  contra: 'No se hace, y la respuesta dice por qué.',
}

const FIELDS = ['decision', 'amount', 'text'] as const

/** The answer in two steps: write it with its decision, and read it as the client will, with the credit note that it makes (PQR-05). */
export function AnswerDialog({ pqr, onClose, presence }: Props) {
  const { form, decision, setDecision, text, setText, amount, setAmount, today } = useAnswer(pqr, onClose)
  const isPreview = form.step === 1
  const { claim } = pqr
  const settlement = decision === null ? null : settlementFor(pqr, decision, amount)
  return (
    <FormDialog
      title={isPreview ? 'Así la va a leer' : `Responder ${pqr.reference}`}
      label={isPreview ? confirmLabel(settlement) : 'Ver cómo queda'}
      busyLabel="Enviando…"
      form={form}
      onClose={onClose}
      back={isPreview && <Button onClick={form.goBack}>Corregir</Button>}
    >
      <PresenceNotice text={presence} />
      <fieldset className="pqr-steps" hidden={isPreview}>
        <legend className="visually-hidden">Escribir la respuesta</legend>
        {!pqr.actions.includes('answer') && <AlreadyAnswered pqr={pqr} />}
        <ChoiceField
          label="Decisión"
          {...form.field('decision')}
          options={pqr.decisions.map((value) => ({
            value,
            label: PQR_DECISION_LABELS[value],
            about: DECISION_ABOUT[value],
          }))}
          value={decision}
          onChange={setDecision}
        />
        {claim !== null && decision === 'parcial' && claim.left > ZERO && (
          <MoneyField
            label="Valor que se devuelve"
            hint={`Con su IVA, de ${pesosLabel(claim.left)} reclamados que no se han devuelto`}
            {...form.field('amount')}
            refuse={(typed) => partProblem(claim, typed)}
            onType={setAmount}
          />
        )}
        <TemplatePicker pqr={pqr} text={text} onPick={setText} />
        <TextAreaField
          label="Respuesta"
          hint="Trata al cliente de usted: es un documento formal. Di qué se decidió, por qué, y qué sigue."
          {...form.field('text')}
          rows={8}
          maxLength={TEXT_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </fieldset>
      {isPreview && decision !== null && (
        <AnswerPreview pqr={pqr} decision={decision} text={text} settlement={settlement} today={today} />
      )}
    </FormDialog>
  )
}

/** The state of the answer. Its text and its amount are shown again before they are sent. */
function useAnswer(pqr: PqrCase, onClose: () => void) {
  const answer = useChange(pqrApi.answer)
  const [decision, setDecision] = useState<PqrDecision | null>(
    pqr.decisions.length === 1 ? (pqr.decisions[0] ?? null) : null,
  )
  const [text, setText] = useState('')
  const [amount, setAmount] = useState('')
  const [today] = useState(() => dayOf(new Date()))
  const form = useForm({
    draft: useDraft(`pqr-answer/${pqr.id}`, `Respuesta de ${pqr.reference}`),
    schema: schemaOf(pqr.claim),
    fields: FIELDS,
    steps: [FIELDS, []],
    read: (typed) => {
      const typedAmount = typed['amount']
      const returned = typeof typedAmount === 'string' ? amountOf(typedAmount) : undefined
      return {
        decision: typed['decision'],
        text: typed['text'],
        ...(returned === undefined ? {} : { amount: returned }),
        version: pqr.version,
      }
    },
    submit: async (body) => {
      const { message } = await answer.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return { form, decision, setDecision, text, setText, amount, setAmount, today }
}

type Body = z.output<typeof pqrApi.answer.body>

/** The body, and the amount that a decision for a part of a claim states. */
const schemaOf = (claim: PqrCase['claim']) =>
  pqrApi.answer.body.check(
    z.refine(({ decision, amount }: Body) => claim === null || amountProblem(claim, decision, amount) === null, {
      path: ['amount'],
      error: 'Escribe cuánto se le devuelve al usuario',
    }),
  )

/** Another desk answered first: what it said, above what was typed here. */
function AlreadyAnswered({ pqr }: { pqr: PqrCase }) {
  const last = pqr.entries.findLast(({ kind }) => kind === 'answered' || kind === 'appeal_answered')
  return (
    <Alert tone="bad">
      <p>Mientras escribías, {last?.author ?? 'otra persona'} respondió esta PQR:</p>
      <p className="pqr-text">{last?.text}</p>
      <p>Lo que escribiste sigue abajo, para que lo copies si sirve.</p>
    </Alert>
  )
}

/** What the answer does with the claimed invoice, as the server will do it. */
function settlementFor({ claim, status, appeal }: PqrCase, decision: PqrDecision, typed: string): Settlement | null {
  if (claim === null) return null
  const amount = amountOf(typed)
  return settlementOf(claim, {
    decision,
    amount: decision === 'parcial' && amount !== undefined && !Number.isNaN(amount) ? pesos(amount) : undefined,
    mustGo: goesToSic({ status, appeal_kind: appeal?.kind ?? null }, decision),
  })
}

const confirmLabel = (settlement: Settlement | null): string => {
  const given = settlement === null ? ZERO : plus(settlement.note, settlement.credit)
  return given === ZERO ? 'Enviar la respuesta' : `Enviar y hacer la nota crédito de ${pesosLabel(given)}`
}
