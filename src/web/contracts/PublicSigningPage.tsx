import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { NewSignature, Signing } from '#domain/contracts/signature.ts'
import {
  CLOSED_LINK_COPY,
  type PublicSigning,
  publicSigningApi,
  type SignedByLink,
} from '#domain/contracts/signing-link-api.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { paths } from '#domain/core/paths.ts'
import { urlOf } from '#web/core/call.ts'
import { isFailure } from '#web/core/failure.ts'
import { ReadState } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useShownCompany } from '#web/core/use-brand.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { ContractToSign } from './ContractToSign.tsx'
import './contracts.css'

/** The contract that the link of an email opens: who signs, the contract, the signature and its copy, without a session (CON-03). */
export function PublicSigningPage() {
  const { token = '' } = useParams()
  const [signed, setSigned] = useState<SignedByLink | null>(null)
  const read = useRead(publicSigningApi.get, { params: { token } }, { enabled: signed === null })
  useShownCompany(read.data?.data.company)
  if (signed) return <Signed signed={signed} />
  if (read.data) return <SigningSteps {...read.data.data} token={token} onSigned={setSigned} onClosed={read.refetch} />
  return (
    <Page title="Firma de contrato">
      <ReadState
        of={read}
        lines={4}
        height={32}
        missing={
          <EmptyState title="Este enlace ya no funciona" action={<Link to={paths.home}>Ir al inicio</Link>}>
            Pídele uno nuevo a tu proveedor.
          </EmptyState>
        }
      />
    </Page>
  )
}

type StepsProps = PublicSigning & {
  token: string
  onSigned: (signed: SignedByLink) => void
  /** Reads the link again: it may have been signed, or changed, since this page read it. */
  onClosed: () => Promise<unknown>
}

/** First the document of the holder, then the contract. */
function SigningSteps({ state, company, token, onSigned, onClosed }: StepsProps) {
  const [signing, setSigning] = useState<Signing | null>(null)
  const sign = useChange(publicSigningApi.sign, { invalidate: [] })
  const subtitle = `${company.name} · NIT ${nitLabel(company.nit)}`
  if (state !== 'open')
    return (
      <Page title={CLOSED_TITLES[state]} subtitle={subtitle}>
        <div className="contract-end">
          <Alert tone={state === 'signed' ? 'good' : 'warn'}>{CLOSED_LINK_COPY[state]}.</Alert>
          <p>
            {state === 'signed'
              ? 'Tu copia en PDF llegó a tu correo cuando se firmó. También está en el portal.'
              : `${company.name} te puede enviar el enlace nuevo por correo.`}
            {company.phone !== null && ` Para cualquier duda, llama a ${company.name}: ${company.phone}.`}
          </p>
        </div>
      </Page>
    )
  if (signing === null)
    return (
      <Page title="Firma tu contrato" subtitle={subtitle}>
        <IdentificationForm token={token} onRead={setSigning} />
      </Page>
    )
  const submit = async (body: NewSignature): Promise<void> => {
    try {
      const { data } = await sign.mutateAsync({ params: { token }, body })
      onSigned(data)
    } catch (error) {
      // The answer to the first attempt was lost: the link shows what it shows when it is opened again.
      if (isFailure(error) && error.status === 409) await onClosed()
      throw error
    }
  }
  return (
    <Page title={`Contrato ${signing.no_contract}`} subtitle={subtitle}>
      <ContractToSign signing={signing} sign={submit} />
    </Page>
  )
}

const CLOSED_TITLES = { signed: 'Este contrato ya está firmado', changed: 'El contrato cambió' } as const

function IdentificationForm({ token, onRead }: { token: string; onRead: (signing: Signing) => void }) {
  const read = useChange(publicSigningApi.read, { invalidate: [] })
  const form = useForm({
    schema: publicSigningApi.read.body,
    read: ({ identification }) => ({ identification }),
    fields: ['identification'],
    submit: async (body) => onRead((await read.mutateAsync({ params: { token }, body })).data),
  })
  return (
    <div className="contract-end">
      <Card title="¿Eres el titular?">
        <form className="form" noValidate onSubmit={form.onSubmit}>
          <FormProblem form={form} />
          <TextField
            label="Número de tu documento"
            hint="Sin él no se ve el contrato. Con puntos o sin ellos"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            {...form.field('identification')}
          />
          <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Buscando…' : undefined}>
            Leer el contrato
          </Button>
        </form>
      </Card>
    </div>
  )
}

const Signed = ({ signed: { no_contract, copy_token, has_email } }: { signed: SignedByLink }) => (
  <Page title={`Firmaste el contrato ${no_contract}`}>
    <div className="contract-end">
      <Alert tone="good">
        {has_email ? 'Listo. Tu copia en PDF va en camino a tu correo.' : 'Listo. Guarda tu copia en PDF.'}
      </Alert>
      <a
        className={buttonClass({ variant: 'primary', size: 'large' })}
        href={urlOf(publicSigningApi.copy, { params: { token: copy_token } })}
      >
        Descargar PDF
      </a>
      <p>Este botón sirve durante media hora. El enlace del correo ya no abre más.</p>
    </div>
  </Page>
)
