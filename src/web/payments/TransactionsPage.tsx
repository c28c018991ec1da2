import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import type { Client } from '#domain/clients/client.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { manualPaymentApi, PAYMENT_SORTS } from '#domain/payments/manual-api.ts'
import { type MoneyAccount, NO_ACCOUNT_LABEL } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS, PAYMENT_METHODS, type Payment } from '#domain/payments/payment.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { PickClientDialog } from '#web/clients/PickClientDialog.tsx'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { Settled } from '#web/core/Settled.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { ListActions } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { PHONE, useMedia } from '#web/ui/use-media.ts'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { CasesCard } from './CasesCard.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { PaymentFilters, readFilters } from './PaymentFilters.tsx'
import { PaymentSheet } from './PaymentSheet.tsx'

const columns: readonly Column<Payment>[] = [
  {
    key: 'number',
    header: 'Recibo',
    cell: (payment) => <RowLink to={paths.view('voucher', payment.id)}>{payment.number}</RowLink>,
    sortable: true,
    cardLabel: 'recibo',
  },
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client_id, client }) => <ClientLink id={client_id} client={client} />,
  },
  { key: 'paid_on', header: 'Fecha', cell: (payment) => shortDayLabel(payment.paid_on), sortable: true },
  {
    key: 'method',
    header: 'Medio y cuenta',
    cell: (payment) => (
      <span className="two-lines">
        {METHOD_LABELS[payment.method]}
        <small>{payment.account?.name ?? NO_ACCOUNT_LABEL}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Recibido',
    cell: (payment) => <strong>{pesosLabel(payment.amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'state',
    header: 'Estado',
    cell: ({ reversed }) => (reversed ? <Badge tone="quiet">Reversado</Badge> : <Badge tone="good">Recibido</Badge>),
    card: 'badge',
  },
]

type ActionProps = Pick<ComponentProps<typeof ListActions>, 'filters'> & { onPay: () => void }

const PLACES = [
  { label: 'Pagos en línea', to: paths.online },
  { label: 'Pagos del banco', to: paths.bankFiles },
  { label: 'Caja', to: paths.cash },
] as const

/** On a wide window the pages of this list are links; on a phone they are in the menu, so that the payments are near. */
function Actions({ filters, onPay }: ActionProps) {
  const navigate = useNavigate()
  const isPhone = useMedia(PHONE)
  return (
    <>
      <ViewMenu list="transactions" at="wide" />
      {!isPhone &&
        PLACES.map(({ label, to }) => (
          <LinkButton key={to} to={to}>
            {label}
          </LinkButton>
        ))}
      <ListActions
        list="payments"
        filters={filters}
        main={{ label: 'Registrar pago', onPress: onPay }}
        others={isPhone ? PLACES.map(({ label, to }) => ({ label, onPress: () => void navigate(to) })) : []}
      />
    </>
  )
}

/** Transacciones of the financial desk (TRX-02): the payments received, their method, and the reversals. */
export function TransactionsPage() {
  const url = useTableUrl({ list: 'payments', sorts: PAYMENT_SORTS })
  const [shown, setShown] = useState<string | null>(null)
  const [payer, setPayer] = useState<Client | 'unknown' | null>(null)
  const filters = readFilters(url.filters)
  const query = { ...url.query, ...filters }
  const list = useRead(manualPaymentApi.list, { query }, { keepPrevious: true })
  const cases = useRead(paymentApi.cases, {})
  const download = useDownloadAction({
    endpoint: paymentApi.voucher,
    inputOf: voucherOf,
    keyOf: ({ id }: Payment) => id,
  })
  const isFiltered = url.q !== '' || Object.values(filters).some((value) => value !== undefined)
  const accounts = useRead(moneyAccountApi.list, {}).data?.data ?? []
  const opened = list.data?.data.find((payment) => payment.id === shown)
  return (
    <Page
      title="Transacciones"
      subtitle="Todo lo recibido, en la oficina y en línea"
      actions={<Actions filters={query} onPay={() => setPayer('unknown')} />}
    >
      <Settled reads={[list, cases]}>
        <CasesCard cases={cases.data?.data ?? []} />
        {list.data && <Totals list={list.data} isFiltered={isFiltered} />}
        <Table
          caption="Pagos recibidos"
          columns={columns}
          {...listProps(url, list)}
          rowKey={(payment) => payment.id}
          rowName={(payment) => `recibo ${payment.number}`}
          tools={
            <>
              <SearchField label="Buscar por nombre, cédula o referencia" value={url.q} onSearch={url.onSearch} />
              <PaymentFilters filters={filters} accounts={accounts} onFilter={url.onFilter} />
              <ViewMenu list="transactions" at="narrow" />
              <FilterChips
                chips={chipsOf(filters, accounts)}
                onRemove={(key) => url.onFilter(key, '')}
                onClear={url.onClear}
              />
            </>
          }
          empty={<NoPayments isFiltered={isFiltered} onClear={url.onClear} />}
          actions={[{ kind: 'view', onPress: (payment) => setShown(payment.id) }, download]}
        />
      </Settled>
      {payer === 'unknown' && (
        <PickClientDialog title="Registrar pago" onPick={setPayer} onClose={() => setPayer(null)} />
      )}
      {payer !== null && payer !== 'unknown' && <PaymentDialog client={payer} onClose={() => setPayer(null)} />}
      {opened && <PaymentSheet payment={opened} onClose={() => setShown(null)} />}
    </Page>
  )
}

type TotalsProps = { list: z.output<typeof manualPaymentApi.list.reply>; isFiltered: boolean }

/** What was received by each method, and what was returned and reversed: the sum is what was collected. */
function Totals({ list, isFiltered }: TotalsProps) {
  return (
    <div className="figures-row figures-row--many">
      {PAYMENT_METHODS.map((method) => {
        const total = list.totals.find((one) => one.method === method)
        return (
          <Figure
            key={method}
            label={METHOD_LABELS[method]}
            value={total ? pesosLabel(total.amount) : '$ 0,00'}
            note={`${total?.count ?? 0} ${total?.count === 1 ? 'pago' : 'pagos'}${isFiltered ? ', con estos filtros' : ''}`}
          />
        )
      })}
      {list.refunds.count > 0 && (
        <Figure
          label="Devoluciones"
          value={pesosLabel(minus(ZERO, list.refunds.amount))}
          note={isFiltered ? 'Con estos filtros' : 'Saldo a favor que volvió a los clientes'}
        />
      )}
      {list.reversals.count > 0 && (
        <Figure
          label="Reversos"
          value={pesosLabel(minus(ZERO, list.reversals.amount))}
          note="Restan el día en que se hicieron, no el del pago"
        />
      )}
    </div>
  )
}

const voucherOf = ({ id }: Payment) => ({ params: { id } })

const chipsOf = (
  {
    method,
    account_id,
    from,
    to,
    client_id,
    certificate,
    withheld,
    reversed_from,
    reversed_to,
  }: ReturnType<typeof readFilters>,
  accounts: readonly MoneyAccount[],
) => [
  ...(method ? [{ key: 'method', label: `Medio: ${METHOD_LABELS[method]}` }] : []),
  ...(account_id
    ? [
        {
          key: 'account_id',
          label: `Cuenta: ${accounts.find(({ id }) => id === account_id)?.name ?? NO_ACCOUNT_LABEL}`,
        },
      ]
    : []),
  ...(client_id ? [{ key: 'client_id', label: 'De un cliente' }] : []),
  ...(certificate ? [{ key: 'certificate', label: 'Retenciones sin certificado' }] : []),
  ...(withheld ? [{ key: 'withheld', label: 'Con retenciones' }] : []),
  ...(reversed_from ? [{ key: 'reversed_from', label: `Reversados desde: ${shortDayLabel(reversed_from)}` }] : []),
  ...(reversed_to ? [{ key: 'reversed_to', label: `Reversados hasta: ${shortDayLabel(reversed_to)}` }] : []),
  ...(from ? [{ key: 'from', label: `Desde: ${shortDayLabel(from)}` }] : []),
  ...(to ? [{ key: 'to', label: `Hasta: ${shortDayLabel(to)}` }] : []),
]

function NoPayments({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otras fechas o con otro medio.</NoMatch>
  return (
    <EmptyState title="Aún no hay pagos">
      Registra el primero desde una factura, con el botón «Registrar pago».
    </EmptyState>
  )
}
