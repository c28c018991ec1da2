import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Contract } from '#domain/contracts/contract.ts'
import { paths } from '#domain/core/paths.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { isDataCase, type ResponseChannel } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { useTyping } from '#web/ui/use-typing.ts'
import { answersOf } from './answers.ts'
import { CaseContract } from './CaseContract.tsx'
import { ClaimFields } from './ClaimFields.tsx'
import { ComplaintFields } from './ComplaintFields.tsx'
import { COMPLAINT_FIELDS, complaintBody, shownTexts } from './pqr-form.ts'
import { Review } from './Review.tsx'
import { useOwnUploads } from './use-uploads.ts'

const CHANNELS: readonly { value: ResponseChannel; label: string; about: string }[] = [
  { value: 'correo', label: 'A mi correo', about: 'Al que tenemos registrado. También queda en este portal.' },
  { value: 'portal', label: 'Solo en este portal', about: 'Te avisamos aquí cuando esté.' },
  { value: 'direccion', label: 'En papel, a una dirección', about: 'La enviamos a la que escribas.' },
  { value: 'telefono', label: 'Por teléfono', about: 'Te llamamos al que tenemos registrado.' },
]

const STEPS = [COMPLAINT_FIELDS, []] as const

type Props = {
  contracts: readonly Contract[]
  invoice: Invoice | null
  onFiled: (filed: { pqr: FiledPqr; message: string }) => void
}

/** The form of a new case in two steps: write it, and check it before sending. What was typed is kept on this device. */
export function NewPqrForm({ contracts, invoice, onFiled }: Props) {
  const { form, draft, watch, files, setFiles, texts, busyLabel, send } = useNewPqr(invoice, onFiled)
  const isReview = form.step === 1
  const choices = contracts.map(({ no_contract, plan, address }) => ({
    no_contract,
    label: `${no_contract}, ${plan.name}, ${address}`,
  }))
  return (
    <form className="pqr form" noValidate ref={watch} onSubmit={send}>
      <Steps labels={['Escribir', 'Revisar']} current={form.step} />
      {draft.offer && <DraftNotice draft={draft.offer} />}
      <FormProblem form={form} />
      <Card>
        <fieldset className="pqr-steps" hidden={isReview}>
          <legend className="visually-hidden">Escribir</legend>
          <ComplaintFields
            field={form.field}
            initial={invoice ? { type: 'queja', typology: 'facturacion', subject: `Factura ${invoice.number}` } : {}}
            channels={CHANNELS}
            files={{ chosen: files, onFiles: setFiles }}
          >
            {(about) => (
              <>
                {about.type !== null && isDataCase(about.type, about.typology) && <OwnCopyHint />}
                {invoice ? (
                  <ClaimFields invoice={invoice} field={form.field} />
                ) : (
                  <CaseContract contracts={choices} about={about} field={form.field} claimable={{}} />
                )}
              </>
            )}
          </ComplaintFields>
        </fieldset>
        {isReview && <Review title="Revisa antes de radicar" answers={answersOf(texts, CHANNELS, files)} />}
      </Card>
      <div className="page__actions">
        {isReview && (
          <Button size="large" onClick={form.goBack}>
            Corregir
          </Button>
        )}
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? busyLabel : undefined}>
          {isReview ? 'Radicar' : 'Continuar'}
        </Button>
      </div>
    </form>
  )
}

/** A client who asks which data the company has gets them at once, without a case. What was typed stays as a draft. */
const OwnCopyHint = () => (
  <p className="field__hint">
    Si quieres saber qué datos tuyos tenemos, <Link to={paths.profile}>descarga una copia de todos en tu perfil</Link>.
    La recibes ya, sin radicar.
  </p>
)

/** The state of the form: its draft, its files, and what the controls had at the last submit. */
function useNewPqr(invoice: Invoice | null, onFiled: Props['onFiled']) {
  const create = useChange(pqrApi.create)
  const [files, setFiles] = useState<readonly File[]>([])
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const { label, uploadAll, forget } = useOwnUploads()
  const draft = useDraft(`pqr/${invoice?.id ?? 'new'}`, 'Nueva PQR')
  const { watch } = useTyping(draft)
  const form = useForm({
    draft,
    schema: pqrApi.create.body,
    fields: COMPLAINT_FIELDS,
    steps: STEPS,
    read: (typed) => ({ pqr: { ...complaintBody(typed), ...(invoice ? { invoice_id: invoice.id } : {}) } }),
    submit: async (body) => {
      const uploaded = await uploadAll(files)
      const filing = create.mutateAsync({ body: { pqr: { ...body.pqr, files: uploaded } } })
      const { data, message } = await filing.catch((error: unknown) => {
        forget()
        throw error
      })
      onFiled({ pqr: data, message })
    },
  })
  const send = (event: FormEvent<HTMLFormElement>): void => {
    setTexts(shownTexts(event.currentTarget))
    form.onSubmit(event)
  }
  return { form, draft, watch, files, setFiles, texts, busyLabel: label ?? 'Radicando…', send }
}
