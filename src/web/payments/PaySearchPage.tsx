import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { linkPaymentApi, type PayableLink } from '#domain/payments/link-payment-api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import './portal.css'

const CONTRACT = 'search.contract'
const DOCUMENT = 'search.document'

/** 'Paga tu factura': finds the invoices to pay of a contract without a session. A single one opens by itself. */
export function PaySearchPage() {
  const navigate = useNavigate()
  const search = useChange(linkPaymentApi.search, { invalidate: [] })
  const [found, setFound] = useState<readonly PayableLink[] | null>(null)
  const form = useForm({
    schema: linkPaymentApi.search.body,
    fields: [CONTRACT, DOCUMENT],
    read: (typed) => ({ search: { contract: typed[CONTRACT], document: typed[DOCUMENT] } }),
    submit: async (body) => {
      const { data } = await search.mutateAsync({ body })
      const [first, ...others] = data
      if (first !== undefined && others.length === 0) return navigate(pathOf(first))
      setFound(data)
    },
  })
  return (
    <Page title="Paga tu factura" subtitle="Sin usuario ni contraseña, con los dos números que están en tu factura.">
      <div className="paying">
        <Card>
          <form className="form" noValidate onSubmit={form.onSubmit}>
            <FormProblem form={form} />
            <TextField
              label="Número del contrato"
              hint="Por ejemplo AF-000123"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              {...form.field(CONTRACT)}
            />
            <TextField
              label="Documento del titular"
              hint="La cédula o el NIT de quien firmó el contrato, con o sin puntos"
              inputMode="numeric"
              autoComplete="off"
              {...form.field(DOCUMENT)}
            />
            <Button type="submit" variant="primary" size="large" busy={form.isBusy ? 'Buscando…' : undefined}>
              Buscar mi factura
            </Button>
          </form>
        </Card>
        {found !== null && <Found links={found} />}
        <p className="debt__about">
          ¿Tienes usuario? <Link to={paths.payments}>Entra y mira todas tus facturas</Link>
        </p>
      </div>
    </Page>
  )
}

function Found({ links }: { links: readonly PayableLink[] }) {
  if (links.length === 0)
    return (
      <div role="status">
        <Alert tone="good">Estás al día: no tienes facturas por pagar.</Alert>
      </div>
    )
  return (
    <Card title="Facturas por pagar">
      <RowList>
        {links.map((link) => (
          <li key={link.number}>
            <span className="two-lines">
              <Link to={pathOf(link)}>Factura {link.number}</Link>
              <small>
                {link.company}, {link.client}. Vence el {dayLabel(link.due_on)}
              </small>
            </span>
            <strong>{pesosLabel(link.payable)}</strong>
          </li>
        ))}
      </RowList>
    </Card>
  )
}

/** The path of the page of an invoice, on this site. */
const pathOf = ({ url }: PayableLink): string => new URL(url).pathname
