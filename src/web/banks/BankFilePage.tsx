import { useState } from 'react'
import { useParams } from 'react-router'
import { bankApi } from '#domain/banks/api.ts'
import type { BankFile, BankLine } from '#domain/banks/line.ts'
import { LINE_STATE_LABELS, LINE_STATES } from '#domain/banks/pairing.ts'
import { bulkApi } from '#domain/bulk/api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { BulkDialog } from '#web/bulk/BulkDialog.tsx'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { queryClient, useChange, useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { BankLineDialog } from './BankLineDialog.tsx'
import { LINE_COLUMNS } from './line-columns.tsx'
import { RemoveFile } from './RemoveFile.tsx'

/** A file of a bank: its movements with their client, and the payments that are registered from them. */
export function BankFilePage() {
  const { id = '' } = useParams()
  const url = useTableUrl({ list: 'bank-lines', pageSize: 20 })
  const state = LINE_STATES.find((one) => one === url.filters['state'])
  const filters = { file_id: id, ...(state && { state }), ...(url.query.q !== undefined && { q: url.query.q }) }
  const query = { page: url.query.page, page_size: url.query.page_size, ...filters }
  const file = useRead(bankApi.file, { params: { id } }).data?.data
  const list = useRead(bankApi.lines, { query }, { keepPrevious: true })
  const [opened, setOpened] = useState<string | null>(null)
  const line = list.data?.data.find((one) => one.id === opened)
  return (
    <Page
      title={file?.file_name ?? 'Archivo del banco'}
      subtitle={file && subtitleOf(file)}
      actions={
        <>
          <ExportMenu list="bank_lines" filters={filters} />
          <LinkButton to={paths.bankFiles}>Todos los archivos</LinkButton>
          {file && <RemoveFile file={file} />}
          {file && <PayCertain file={file} />}
        </>
      }
    >
      {file && <Figures file={file} />}
      <Table
        caption="Movimientos del archivo"
        columns={LINE_COLUMNS}
        {...listProps(url, list)}
        rowKey={(one) => one.id}
        rowName={rowName}
        tools={
          <>
            <SearchField label="Buscar por referencia o descripción" value={url.q} onSearch={url.onSearch} />
            <TableFilters>
              <SelectFilter
                label="Estado"
                options={LINE_STATES.map((value) => ({ value, label: LINE_STATE_LABELS[value] }))}
                value={state}
                onChange={(value) => url.onFilter('state', value)}
              />
            </TableFilters>
          </>
        }
        empty={
          url.q !== '' || state ? (
            <NoMatch onClear={url.onClear}>Prueba con otro estado.</NoMatch>
          ) : (
            <EmptyState title="Todos sus movimientos ya estaban cargados" />
          )
        }
        actions={[{ kind: 'view', onPress: (one) => setOpened(one.id) }]}
      />
      {line && <BankLineDialog line={line} onClose={() => setOpened(null)} />}
    </Page>
  )
}

function subtitleOf({ account, source, total, repeated }: BankFile): string {
  const parts = [account.name, source, `entraron ${pesosLabel(total)}`]
  return [...parts, repeated > 0 ? `${repeated} ya estaban cargados` : null].filter((part) => part !== null).join(' · ')
}

const rowName = ({ line, amount }: BankLine): string => `línea ${line}, ${pesosLabel(amount)}`

function Figures({ file: { states } }: { file: BankFile }) {
  return (
    <div className="figures-row">
      <Figure label="Seguros" value={states.certain} note="Un solo cliente y el valor exacto" />
      <Figure label="Por revisar" value={states.doubtful} note="Con candidatos: tú eliges" />
      <Figure label="Sin identificar" value={states.unknown} note="Busca tú de quién son" />
      <Figure
        label="Registrados"
        value={states.paid}
        note={`${states.repeated} ya registrados · ${states.ignored} descartados`}
      />
    </div>
  )
}

/** Registers every certain line as a job, with its progress. */
function PayCertain({ file: { id, states } }: { file: BankFile }) {
  const start = useChange(bulkApi.start, { invalidate: [bulkApi.list] })
  const [isAsking, setAsking] = useState(false)
  const [job, setJob] = useState<string | null>(null)
  const count = states.certain
  const begin = (): void =>
    start.mutate(
      { body: { action: 'pay_bank_lines', query: `file_id=${id}&state=certain` } },
      {
        onSuccess: ({ data }) => {
          setAsking(false)
          setJob(data.id)
        },
        onError: (error) => toastFailure(error, 'No pudimos empezar'),
      },
    )
  return (
    <>
      {count > 0 && (
        <Button variant="primary" onClick={() => setAsking(true)}>
          {count === 1 ? 'Registrar el pago seguro' : `Registrar los ${count} seguros`}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={count === 1 ? '¿Registrar 1 pago?' : `¿Registrar ${count} pagos?`}
          confirm="Sí, registrar"
          busy={start.isPending ? 'Empezando…' : undefined}
          onConfirm={begin}
          onCancel={() => setAsking(false)}
        >
          <p>
            Cada uno queda con su recibo, con la fecha del banco y en la cuenta del archivo. Si uno estaba mal, se
            reversa como cualquier pago.
          </p>
        </ConfirmDialog>
      )}
      {job !== null && <BankJob id={job} onClose={() => setJob(null)} />}
    </>
  )
}

/** The progress of the job; when it is closed the file and its lines are read again. */
function BankJob({ id, onClose }: { id: string; onClose: () => void }) {
  const close = (): void => {
    void queryClient.invalidateQueries()
    onClose()
  }
  return <BulkDialog id={id} onClose={close} />
}
