import { useState } from 'react'
import { Link } from 'react-router'
import { isDay, shortInstantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { type CashTurn, TURN_STATE_LABELS, TURN_STATES } from '#domain/payments/cash-turn.ts'
import { cashTurnApi, TURN_SORTS } from '#domain/payments/cash-turn-api.ts'
import { accountLabel, type MoneyAccount } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useSession } from '#web/core/session.ts'
import { idFilterOf } from '#web/core/table-address.ts'
import { type TableUrl, useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { OpenTurnDialog } from './OpenTurnDialog.tsx'
import { OpenTurns } from './OpenTurns.tsx'
import { TurnDifference } from './TurnDifference.tsx'
import { TurnRule } from './TurnRule.tsx'

const columns: readonly Column<CashTurn>[] = [
  {
    key: 'number',
    header: 'Turno',
    cell: ({ id, number, account }) => (
      <span className="two-lines">
        <Link to={paths.cashTurn(id)}>Turno {number}</Link>
        <small>{account.name}</small>
      </span>
    ),
    card: 'title',
    sortable: true,
  },
  { key: 'person', header: 'Persona', cell: ({ person }) => person.name },
  { key: 'opened', header: 'Abierto', cell: ({ opened_at }) => shortInstantLabel(new Date(opened_at)) },
  {
    key: 'closed',
    header: 'Cerrado',
    cell: ({ closed }) => (closed === null ? '' : shortInstantLabel(new Date(closed.at))),
  },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ state }) => <Badge tone={state === 'open' ? 'info' : 'quiet'}>{TURN_STATE_LABELS[state]}</Badge>,
    card: 'badge',
  },
  { key: 'difference', header: 'Diferencia', cell: (turn) => <TurnDifference turn={turn} /> },
  {
    key: 'counted',
    header: 'Contado',
    cell: ({ closed }) => (closed === null ? '' : <strong>{pesosLabel(closed.counted)}</strong>),
    align: 'end',
    card: 'amount',
  },
]

/** Caja: the own open turns with their next action, and the list of turns; those of everyone for an administrator. */
export function CashPage() {
  const url = useTableUrl({ list: 'cash-turns', pageSize: 8, sorts: TURN_SORTS })
  const isAdmin = useSession().user?.metadata.role === 'admin'
  const [isOpening, setOpening] = useState(false)
  const filters = readTurnFilters(url.filters)
  const { page, page_size, sort } = url.query
  const list = useRead(cashTurnApi.list, { query: { page, page_size, sort, ...filters } }, { keepPrevious: true })
  const turns = useRead(cashTurnApi.desk, {})
  const desk = turns.data?.data
  const moneyAccounts = useRead(moneyAccountApi.list, {})
  const accounts = moneyAccounts.data?.data
  const boxes = accounts?.filter(({ kind, is_active }) => kind === 'cash' && is_active)
  const free = boxes?.filter((box) => !desk?.open.some(({ account }) => account.id === box.id)) ?? []
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const reason =
    boxes?.length === 0 ? 'Primero agrega una caja en Contabilidad' : 'Ya tienes un turno abierto en cada caja'
  return (
    <Page
      title="Caja"
      subtitle="Tus turnos: con qué efectivo empiezas, qué entra, qué sale y cuánto hay al cerrar"
      actions={
        <>
          <ExportMenu list="cash_turns" filters={{ sort, ...filters }} />
          {isAdmin || <LinkButton to={paths.transactions}>Pagos recibidos</LinkButton>}
          <Button
            variant="primary"
            disabledReason={free.length === 0 ? reason : undefined}
            onClick={() => setOpening(true)}
          >
            Abrir turno
          </Button>
        </>
      }
    >
      <Settled reads={[list, turns, moneyAccounts]}>
        {desk && <OpenTurns turns={desk.open} />}
        <Table
          caption={isAdmin ? 'Turnos de caja' : 'Tus turnos de caja'}
          columns={columns}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ number }) => `turno ${number}`}
          tools={<TurnFilters url={url} filters={filters} isAdmin={isAdmin} boxes={boxes ?? []} />}
          empty={<NoTurns isFiltered={isFiltered} hasBox={boxes?.length !== 0} onClear={url.onClear} />}
        />
        {desk && isAdmin && <TurnRule isRequired={desk.requires_turn} />}
      </Settled>
      {isOpening && <OpenTurnDialog boxes={free} onClose={() => setOpening(false)} />}
    </Page>
  )
}

/** The filters of this list in the page address; other parameters are ignored. */
function readTurnFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  return {
    user_id: idFilterOf(filters, 'user_id'),
    account_id: idFilterOf(filters, 'account_id'),
    state: TURN_STATES.find((known) => known === filters['state']),
    from: dayAt('from'),
    to: dayAt('to'),
  }
}

type FilterProps = {
  url: TableUrl<'number'>
  filters: ReturnType<typeof readTurnFilters>
  isAdmin: boolean
  boxes: readonly MoneyAccount[]
}

function TurnFilters({ url, filters, isAdmin, boxes }: FilterProps) {
  return (
    <TableFilters>
      {isAdmin && <PersonFilter value={filters.user_id} onChange={(value) => url.onFilter('user_id', value)} />}
      {boxes.length > 1 && (
        <SelectFilter
          label="Caja"
          all="Todas"
          options={boxes.map((box) => ({ value: box.id, label: accountLabel(box) }))}
          value={filters.account_id}
          onChange={(value) => url.onFilter('account_id', value)}
        />
      )}
      <SelectFilter
        label="Estado"
        options={TURN_STATES.map((value) => ({ value, label: TURN_STATE_LABELS[value] }))}
        value={filters.state}
        onChange={(value) => url.onFilter('state', value)}
      />
      <DayFilters from={filters.from} to={filters.to} onFilter={url.onFilter} />
    </TableFilters>
  )
}

function PersonFilter({ value, onChange }: { value: string | undefined; onChange: (value: string) => void }) {
  const people = useRead(cashTurnApi.people, {}).data?.data ?? []
  return (
    <SelectFilter
      label="Persona"
      all="Todas"
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

type EmptyProps = { isFiltered: boolean; hasBox: boolean; onClear: () => void }

function NoTurns({ isFiltered, hasBox, onClear }: EmptyProps) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otros días o con otra persona.</NoMatch>
  return (
    <EmptyState title="Aún no hay turnos de caja">
      {hasBox ? (
        'Abre el primero con «Abrir turno»: escribe la base y empieza a recibir.'
      ) : (
        <>
          Primero agrega tu caja en <Link to={paths.accounting}>Contabilidad</Link>, en «Cajas y cuentas».
        </>
      )}
    </EmptyState>
  )
}
