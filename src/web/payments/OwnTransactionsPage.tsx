import { Link, useNavigate } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { isOpen } from '#domain/payments/attempt.ts'
import { paymentApi, TRANSACTION_SORTS } from '#domain/payments/online-api.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx'
import { useVoucherDownload } from './use-voucher-download.ts'

const columns: readonly Column<Transaction>[] = [
  {
    key: 'at',
    header: 'Fecha',
    cell: (one) => (hasPage(one) ? <Link to={addressOf(one)}>{dayLabel(one.day)}</Link> : dayLabel(one.day)),
    card: 'title',
    sortable: true,
  },
  ...TRANSACTION_COLUMNS,
]

/** Mis Transacciones (TRX-01): every attempt and receipt of the client, the newest first. */
export function OwnTransactionsPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'own-transactions', sorts: TRANSACTION_SORTS })
  const download = useVoucherDownload()
  const list = useRead(
    paymentApi.transactions,
    { query: { page: url.page, page_size: url.pageSize, sort: url.query.sort } },
    { keepPrevious: true },
  )
  return (
    <Page title="Mis Transacciones" subtitle="Cada intento de pago y cada recibo">
      <Table
        caption="Tus transacciones"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(one) => one.id}
        rowName={(one) => `pago del ${dayLabel(one.day)}`}
        empty={
          <EmptyState title="Aún no tienes pagos" action={<Link to={paths.payments}>Ver lo que debo</Link>}>
            Aquí quedan tus pagos y sus recibos.
          </EmptyState>
        }
        actions={[{ kind: 'view', isShown: hasPage, onPress: (one) => void navigate(addressOf(one)) }, download]}
      />
    </Page>
  )
}

/** A refund has a document to download and no page. */
const hasPage = ({ status }: Transaction): boolean => status !== 'refunded'

/** The page with the detail of a transaction: its progress, its refusal, or its receipt. */
function addressOf({ id, is_online, status, receipt }: Transaction): string {
  if (status !== 'received' && status !== 'reversed' && status !== 'refunded' && is_online) {
    return isOpen(status) ? paths.processing(id) : paths.checkout(id)
  }
  return paths.view('voucher', receipt?.id ?? id)
}
