import { pesosLabel } from '#domain/core/money.ts'
import type { ImportPreview, PreviewRow } from '#domain/imports/api.ts'
import { useLocalPages } from '#web/core/use-local-pages.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert, EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ImportPlans } from './ImportPlans.tsx'

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

const columns: readonly Column<PreviewRow>[] = [
  { key: 'line', header: 'Fila', cell: (row) => row.line },
  { key: 'name', header: 'Nombre', cell: (row) => row.name || '—', card: 'title' },
  { key: 'identification', header: 'Identificación', cell: (row) => row.identification || '—' },
  { key: 'errors', header: 'Qué corregir', cell: (row) => row.errors.map((error) => error.message).join('; ') },
  { key: 'action', header: 'Estado', cell: () => <Badge tone="bad">Con error</Badge>, card: 'badge' },
]

/** The preview of the import, with each row that has an error. Nothing is written yet. */
export function ImportReview({
  preview,
  busy,
  onBack,
  onPlans,
  onConfirm,
}: {
  preview: ImportPreview
  busy: boolean
  onBack: () => void
  /** Reviews the file again, with the chosen plan of each unknown text. */
  onPlans: (plans: Readonly<Record<string, string>>) => void
  onConfirm: () => void
}) {
  const { totals } = preview
  const valid = totals.create + totals.update + totals.services
  const clients = totals.create + totals.update
  const refused = preview.rows.filter((row) => row.action === 'error')
  return (
    <>
      <div className="figures-row">
        <Figure label="Clientes nuevos" value={count(totals.create)} note={`${count(totals.contracts)} con contrato`} />
        <Figure label="Se actualizan" value={count(totals.update)} note="Ya están: no se repiten" />
        <Figure label="Sin cambios" value={count(totals.equal)} note="Ya están iguales" />
        {totals.debt > 0 && <Figure label="Te deben" value={pesosLabel(totals.debt)} note="Entra como saldo inicial" />}
        {totals.credit > 0 && (
          <Figure label="A favor de ellos" value={pesosLabel(totals.credit)} note="Entra como saldo a favor" />
        )}
        <Figure label="Con error" value={count(totals.error)} note="Se dejan por fuera, con su motivo" />
      </div>
      {totals.other_prices > 0 && (
        <Alert tone="warn">{pricesCopy(totals.other_prices, preview.defaults.contract_price)}</Alert>
      )}
      <Alert>Todavía no hemos guardado nada. Importar no envía correos a tus clientes.</Alert>
      {preview.plans.length > 0 && <ImportPlans related={preview.plans} busy={busy} onNext={onPlans} />}
      <div className="page__actions">
        <Button onClick={onBack}>Volver a las columnas</Button>
        <Button
          variant="primary"
          busy={busy ? 'Importando…' : undefined}
          disabledReason={valid > 0 ? undefined : nothingToImport(totals.equal)}
          onClick={onConfirm}
        >
          {importLabel(clients, totals.services)}
        </Button>
      </div>
      <Warnings rows={preview.rows} />
      {refused.length > 0 && <Causes rows={refused} />}
      <RefusedRows rows={refused} />
    </>
  )
}

/** The contracts whose list has another price than their plan, and which of both they get. */
function pricesCopy(contracts: number, choice: ImportPreview['defaults']['contract_price']): string {
  const who = contracts === 1 ? 'Un cliente paga' : `${count(contracts)} clientes pagan`
  const their = contracts === 1 ? 'Su contrato queda' : 'Sus contratos quedan'
  const chosen = choice === 'list' ? 'con el valor de la lista' : 'con el valor del plan'
  return `${who} en la lista un valor distinto al de su plan. ${their} ${chosen}: si no es así, cámbialo en las columnas.`
}

function importLabel(clients: number, services: number): string {
  if (clients === 0 && services > 0) return `Importar ${count(services)} ${services === 1 ? 'servicio' : 'servicios'}`
  return `Importar ${count(clients)} ${clients === 1 ? 'cliente' : 'clientes'}`
}

const nothingToImport = (equal: number): string =>
  equal > 0 ? 'Todo lo del archivo ya está igual' : 'No hay filas buenas para importar'

const WARNINGS_MAX = 20

/** What a person should look at in rows that are imported. */
function Warnings({ rows }: { rows: readonly PreviewRow[] }) {
  const warned = rows.filter(({ warnings }) => warnings.length > 0)
  if (warned.length === 0) return null
  return (
    <Card title={warned.length === 1 ? 'Una fila para mirar' : `${count(warned.length)} filas para mirar`}>
      <p>Estas filas entran. Mira si lo que traen es lo que esperas.</p>
      <RowList label="Filas para mirar">
        {warned.slice(0, WARNINGS_MAX).map(({ line, name, warnings }) => (
          <li key={line}>
            <span className="two-lines">
              Fila {line}: {name}
              <small>{warnings.join('; ')}</small>
            </span>
          </li>
        ))}
      </RowList>
      {warned.length > WARNINGS_MAX && <p>Y {count(warned.length - WARNINGS_MAX)} más.</p>}
    </Card>
  )
}

/** Errors grouped by cause, so that a repeated error of the source system is shown once. */
function Causes({ rows }: { rows: readonly PreviewRow[] }) {
  const causes = Map.groupBy(
    rows.flatMap((row) => row.errors),
    (error) => error.message.replace(/«.*»/, '…'),
  )
  return (
    <Card title="Errores por causa">
      <RowList>
        {[...causes]
          .toSorted(([, a], [, b]) => b.length - a.length)
          .map(([message, errors]) => (
            <li key={message}>
              <span className="two-lines">{message}</span>
              <strong>{count(errors.length)}</strong>
            </li>
          ))}
      </RowList>
    </Card>
  )
}

function RefusedRows({ rows }: { rows: readonly PreviewRow[] }) {
  const { pages } = useLocalPages()
  if (rows.length === 0) return <EmptyState title="Ninguna fila tiene errores" />
  return (
    <Table
      caption="Filas con error"
      columns={columns}
      rows={rows.slice((pages.page - 1) * pages.pageSize, pages.page * pages.pageSize)}
      rowKey={(row) => String(row.line)}
      rowName={(row) => `fila ${row.line}`}
      {...pages}
      total={rows.length}
    />
  )
}
