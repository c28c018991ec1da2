import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import type { ResponseChannel } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ComplaintFields } from './ComplaintFields.tsx'
import { FiledCard } from './FiledCard.tsx'
import { PetitionerFields } from './PetitionerFields.tsx'
import { COMPLAINT_FIELDS, complaintBody, PETITIONER_FIELDS, petitionerBody, textOf } from './pqr-form.ts'
import { usePublicUploads } from './use-uploads.ts'
import './pqr.css'

const CHANNELS: readonly { value: ResponseChannel; label: string }[] = [
  { value: 'correo', label: 'A mi correo' },
  { value: 'direccion', label: 'En papel, a mi dirección' },
  { value: 'telefono', label: 'Por teléfono' },
]

const FIELDS = ['pqr.company', ...PETITIONER_FIELDS, ...COMPLAINT_FIELDS] as const

/** A case of a person without a session: who it is, at which company, and what happened (PQR-01). */
export function PublicFilePage() {
  const { form, files, setFiles, filed, busyLabel } = usePublicFiling()
  if (filed) return <FiledCard {...filed} />
  return (
    <Page
      title="Radicar una PQR"
      subtitle="Radicar es gratis y no necesitas abogado. Si eres cliente, es más corto con tu usuario."
    >
      <form className="pqr form" noValidate onSubmit={form.onSubmit}>
        <p>
          <Link to={paths.newPqr}>Soy cliente y tengo usuario</Link>
        </p>
        <FormProblem form={form} />
        <Card title="Tus datos">
          <div className="form">
            <TextField
              label="NIT de la empresa de internet"
              hint="Está en la factura o en el contrato, con o sin puntos"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('pqr.company')}
              maxLength={20}
            />
            <PetitionerFields field={form.field} isOwn />
          </div>
        </Card>
        <Card title="Qué pasó">
          <div className="form">
            <ComplaintFields field={form.field} channels={CHANNELS} files={{ chosen: files, onFiles: setFiles }} />
          </div>
        </Card>
        <div className="page__actions">
          <Button type="submit" variant="primary" size="large" busy={form.isBusy ? busyLabel : undefined}>
            Radicar
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** The state of the form: its files, which are sent before the case, and the number of the case when it is filed. */
function usePublicFiling() {
  const file = useChange(publicPqrApi.submit, { invalidate: [] })
  const [files, setFiles] = useState<readonly File[]>([])
  const { label, uploadAll, forget } = usePublicUploads()
  const [filed, setFiled] = useState<{ pqr: FiledPqr; message: string; receiptToken: string } | null>(null)
  const form = useForm({
    schema: publicPqrApi.submit.body,
    fields: FIELDS,
    read: (typed) => {
      const {
        no_contract: _no,
        report_id: _report,
        invoice_id: _invoice,
        amount: _amount,
        ...complaint
      } = complaintBody(typed)
      return { pqr: { ...complaint, company: textOf(typed, 'pqr.company'), petitioner: petitionerBody(typed) } }
    },
    submit: async (body) => {
      const uploaded = await uploadAll(body.pqr.company, files)
      const filing = file.mutateAsync({ body: { pqr: { ...body.pqr, files: uploaded } } })
      const { data, message } = await filing.catch((error: unknown) => {
        forget()
        throw error
      })
      setFiled({ pqr: data, message, receiptToken: data.receipt_token })
    },
  })
  return { form, files, setFiles, filed, busyLabel: label ?? 'Radicando…' }
}
