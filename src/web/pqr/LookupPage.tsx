import { useState } from 'react'
import { Link } from 'react-router'
import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { appealWays, dataWays } from '#domain/pqr/contact.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { type PublicCase, publicPqrApi } from '#domain/pqr/public-api.ts'
import { PQR_TYPE_LABELS, RESPONSE_CHANNEL_LABELS } from '#domain/pqr/topics.ts'
import { call } from '#web/core/call.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useBusy } from '#web/core/use-busy.ts'
import { useForm } from '#web/core/use-form.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type Found, LookupSteps } from './LookupSteps.tsx'
import { CLIENT_STATUS_LABELS, clientTone } from './words.ts'
import './pqr.css'

/** 'Consulta tu PQR': the state and the dates of a case by its number and the document of the person, without a session (PQR-08). */
export function LookupPage() {
  const [found, setFound] = useState<Found | null>(null)
  const form = useForm({
    schema: publicPqrApi.lookup.query,
    fields: ['cun', 'identification'],
    submit: async ({ cun, identification }) => {
      setFound(null)
      setFound(await look({ cun, identification }))
    },
  })
  return (
    <Page title="Consulta tu PQR" subtitle="Sin usuario ni contraseña, con el número que te dieron al radicarla.">
      <div className="pqr">
        <Card>
          <form className="form" noValidate onSubmit={form.onSubmit}>
            <FormProblem form={form} />
            <TextField
              label="CUN o radicado"
              hint="Por ejemplo 4488-26-0000000001, con o sin guiones"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...form.field('cun')}
            />
            <TextField
              label="Documento de quien la radicó"
              hint="La cédula o el NIT, con o sin puntos"
              inputMode="numeric"
              autoComplete="off"
              {...form.field('identification')}
            />
            <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Buscando…' : undefined}>
              Consultar
            </Button>
          </form>
        </Card>
        <div role="status">
          {found && form.failure === null && form.summary.length === 0 && <FoundCase found={found.pqr} />}
        </div>
        {found && form.failure === null && form.summary.length === 0 && (
          <>
            {found.others.length > 0 && <OtherCompanies found={found} onFound={setFound} />}
            <LookupSteps key={found.pqr.company.nit} found={found} onStep={setFound} />
          </>
        )}
        <Card title="¿Quieres radicar una?">
          <div className="pqr-write">
            <p>
              Si eres cliente, <Link to={paths.newPqr}>entra con tu usuario</Link>: tus datos ya están.
            </p>
            <div>
              <LinkButton to={paths.filePqr}>Radicar sin usuario</LinkButton>
            </div>
          </div>
        </Card>
      </div>
    </Page>
  )
}

/** The case with the two numbers: of a company, or the last one filed. */
async function look(proof: Found['proof'], company?: string): Promise<Found> {
  const query = company === undefined ? proof : { ...proof, company }
  const { data, others } = await call(publicPqrApi.lookup, { query })
  return { pqr: data, proof, others }
}

/** The other companies that gave the same internal number to the same person. */
function OtherCompanies({ found, onFound }: { found: Found; onFound: (found: Found) => void }) {
  const [busy, run] = useBusy<string>()
  const show = (nit: string) => run(nit, async () => onFound(await look(found.proof, nit)))
  return (
    <Card title="También hay otra PQR con ese número">
      <div className="pqr-write">
        <p>Dos empresas pueden dar el mismo radicado interno. Elige la empresa que quieres consultar.</p>
        <div className="page__actions">
          {found.others.map(({ nit, name }) => (
            <Button key={nit} busy={busy === nit ? 'Buscando…' : undefined} onClick={() => void show(nit)}>
              Ver la de {name}
            </Button>
          ))}
        </div>
      </div>
    </Card>
  )
}

const MESSAGE_LABELS: Readonly<Record<PublicCase['messages'][number]['kind'], string>> = {
  message: 'Te escribimos',
  info_request: 'Necesitamos más datos',
  extended: 'Necesitamos más tiempo',
}

/** What anyone with the two numbers may know: no name and no answer, and what the company wrote to a person without a portal. */
function FoundCase({ found }: { found: PublicCase }) {
  const { company, answer_by, answered_on, appeal_until, notified_to } = found
  return (
    <Card
      title={`${PQR_TYPE_LABELS[found.type]}, ${company.name}`}
      actions={
        <Badge tone={clientTone(found.status)}>
          <span className="pqr-badge-long">{CLIENT_STATUS_LABELS[found.status]}</span>
        </Badge>
      }
    >
      <Facts
        facts={[
          {
            label: found.is_cun ? 'CUN' : 'Radicado interno',
            value: <span className="figures">{found.reference}</span>,
          },
          { label: 'Radicada', value: dayLabel(found.filed_on) },
          ...(answer_by === null ? [] : [{ label: 'Respuesta máxima', value: dayLabel(answer_by) }]),
          ...(answered_on === null ? [] : [{ label: 'Respondida', value: dayLabel(answered_on) }]),
          ...(appeal_until === null ? [] : [{ label: 'Recurso hasta', value: dayLabel(appeal_until) }]),
          ...(found.withdrawn_on === null ? [] : [{ label: 'Desististe', value: dayLabel(found.withdrawn_on) }]),
          {
            label: 'Respuesta por',
            value: `${RESPONSE_CHANNEL_LABELS[found.response_channel]}${notified_to === null ? '' : `, ${notified_to}`}`,
          },
          ...(company.phone === null
            ? []
            : [{ label: 'Teléfono de la empresa', value: <a href={`tel:+57${company.phone}`}>{company.phone}</a> }]),
        ]}
      />
      <NextStep found={found} />
      {found.messages.length > 0 && (
        <ol className="pqr-thread" aria-label="Lo que te escribimos">
          {found.messages.map(({ at, kind, text }) => (
            <li key={at} className="pqr-entry">
              <p className="pqr-entry__head">
                <strong>{MESSAGE_LABELS[kind]}</strong>
                <time dateTime={at}>{instantLabel(new Date(at))}</time>
              </p>
              <p className="pqr-text">{text}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** How to appeal an answer, or to send what was asked for, without this page. */
function NextStep({ found: { company, reference, status, appeal_until, appeals, messages } }: { found: PublicCase }) {
  const of = { reference, contact: company }
  const data = messages.some(({ kind }) => kind === 'info_request') && isAwaitingAnswer(status) ? dataWays(of) : null
  const lines = [
    ...(appeal_until === null
      ? []
      : [
          `La respuesta te llegó por el medio que elegiste. ${appealWays(appeal_until, { ...of, first: 'hazlo aquí abajo', isToSic: appeals.includes('reposicion_subsidio_apelacion') })}`,
        ]),
    ...(data === null ? [] : [`Te pedimos datos: escríbelos aquí abajo. ${data}`]),
  ]
  if (lines.length === 0) return null
  return (
    <Alert>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}
