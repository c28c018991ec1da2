import { lazy, Suspense, useState } from 'react'
import type { Client } from '#domain/clients/client.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { FiledPqr } from '#domain/pqr/case.ts'
import { PQR_CHANNEL_LABELS, RESPONSE_CHANNEL_LABELS, RESPONSE_CHANNELS } from '#domain/pqr/topics.ts'
import { useChange } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { useTyping } from '#web/ui/use-typing.ts'
import { CaseContract } from './CaseContract.tsx'
import { type About, ComplaintFields } from './ComplaintFields.tsx'
import { DeskPersonFields } from './DeskPersonFields.tsx'
import { COMPLAINT_FIELDS, complaintBody, PETITIONER_FIELDS, petitionerBody, textOf } from './pqr-form.ts'
import { useOwnUploads } from './use-uploads.ts'
import { DESK_CHANNELS } from './words.ts'

// Most clients have no outage.
const ClientOutagesWhileFiling = lazy(() =>
  import('#web/outages/OwnOutages.tsx').then((file) => ({ default: file.ClientOutagesWhileFiling })),
)

const CHANNELS = RESPONSE_CHANNELS.map((value) => ({ value, label: RESPONSE_CHANNEL_LABELS[value] }))
const FIELDS = ['pqr.client_id', ...PETITIONER_FIELDS, 'pqr.channel', 'pqr.received_on', ...COMPLAINT_FIELDS] as const

type Props = {
  known: Client | null
  onFiled: (filed: { pqr: FiledPqr; message: string }) => void
}

/** The form of a case that the desk files for a person. */
export function NewDeskPqrForm({ known, onFiled }: Props) {
  const {
    form,
    draft,
    watch,
    client,
    setClient,
    isClient,
    setIsClient,
    received,
    setReceived,
    files,
    setFiles,
    busyLabel,
  } = useDeskPqr(known, onFiled)
  return (
    <form className="pqr form" noValidate ref={watch} onSubmit={form.onSubmit}>
      {draft.offer && <DraftNotice draft={draft.offer} />}
      <FormProblem form={form} />
      <Card title="Quién radica">
        <DeskPersonFields
          client={client}
          onClient={setClient}
          isClient={isClient}
          onIsClient={setIsClient}
          form={form}
        />
      </Card>
      {isClient && client !== null && <Outages client={client} />}
      <Card title="Qué pasó">
        <div className="form">
          <SelectField
            label="Por dónde llegó"
            {...form.field('pqr.channel')}
            defaultValue="telefono"
            options={DESK_CHANNELS.map((value) => ({ value, label: PQR_CHANNEL_LABELS[value] }))}
          />
          <DayField
            label="Día en que llegó"
            hint="El término para responder cuenta desde ese día"
            {...form.field('pqr.received_on')}
            value={received}
            onChange={setReceived}
          />
          <ComplaintFields field={form.field} channels={CHANNELS} files={{ chosen: files, onFiles: setFiles }} isDesk>
            {(about) =>
              isClient &&
              client !== null && <ClientContract key={client.id} client={client} about={about} field={form.field} />
            }
          </ComplaintFields>
        </div>
      </Card>
      <div className="page__actions">
        <Button type="submit" variant="primary" size="large" busy={form.isBusy ? busyLabel : undefined}>
          Radicar
        </Button>
      </div>
    </form>
  )
}

type ContractProps = { client: Client; about: About; field: ReturnType<typeof useForm>['field'] }

/** The contract of the client, and its invoice for who reads invoices: the technical staff does not. */
function ClientContract({ client: { id, contracts, identification }, about, field }: ContractProps) {
  const isFinancial = useSession().user?.metadata.role === 'financial'
  return (
    <CaseContract
      contracts={contracts.map(({ no_contract, plan }) => ({ no_contract, label: `${no_contract}, ${plan.name}` }))}
      identification={identification}
      about={about}
      field={field}
      claimable={isFinancial ? { clientId: id, isDesk: true } : undefined}
    />
  )
}

const Outages = ({ client }: { client: Client }) => (
  <Suspense fallback={null}>
    <ClientOutagesWhileFiling clientId={client.id} />
  </Suspense>
)

/** The state of the form: the person, the files, the draft. */
function useDeskPqr(known: Client | null, onFiled: Props['onFiled']) {
  const create = useChange(pqrApi.create)
  const [client, setClient] = useState<Client | null>(known)
  const [isClient, setIsClient] = useState(true)
  const [received, setReceived] = useState<Day | null>(() => dayOf(new Date()))
  const [files, setFiles] = useState<readonly File[]>([])
  const { label, uploadAll, forget } = useOwnUploads()
  const draft = useDraft(`pqr-desk/${known?.id ?? 'new'}`, 'PQR de un cliente')
  const { watch } = useTyping(draft)
  const form = useForm({
    draft,
    schema: pqrApi.create.body,
    fields: FIELDS,
    read: (typed) => ({
      pqr: {
        ...complaintBody(typed),
        channel: textOf(typed, 'pqr.channel'),
        received_on: received ?? '',
        // Without a chosen client the value is no id: the error is shown at the field of the client.
        ...(isClient ? { client_id: client?.id ?? '' } : { petitioner: petitionerBody(typed) }),
      },
    }),
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
  return {
    form,
    draft,
    watch,
    client,
    setClient,
    isClient,
    setIsClient,
    received,
    setReceived,
    files,
    setFiles,
    busyLabel: label ?? 'Radicando…',
  }
}
