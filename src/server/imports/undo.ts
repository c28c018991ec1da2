import { sql } from 'kysely'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { IS_OPEN } from '#server/invoices/run-queries.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { lockReturnedSeries } from '#server/ledger/numbers.ts'
import { OPENING_SOURCE } from './records.ts'
import { OPENING_PREFIX } from './write-import.ts'

/**
 * Takes back what an import created, all of it or nothing (undo_import, db/migrations/0166_import_records.sql). Throws a Refusal with
 * the reason when something was built on it. The same order again changes nothing.
 */
export async function undoImport(tx: Tx, id: string): Promise<{ data: { id: string }; message: string }> {
  await tx.lock('client-import')
  const done = await tx
    .selectFrom('client_imports')
    .select(['file_name', 'source', 'created', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!done) throw notFound('Esa carga no existe')
  await lockSeries(tx)
  // What moves the account of one of its clients, or closes the books, waits until the undo has ended, or is seen by it.
  const owners = await tx
    .selectFrom('import_records')
    .select('client_id')
    .distinct()
    .where('import_id', '=', id)
    .execute()
  await lockAccounts(
    tx,
    owners.map(({ client_id }) => client_id),
  )
  await tx.lock('book_closing')
  if (await hasLater(tx, id, done.created_at)) throw new Refusal('conflict', REASONS['import_records'] ?? OTHER_REASON)
  const { rows } = await sql<{ blocker: string | null }>`select undo_import(${id}) as blocker`.execute(tx)
  const blocker = rows[0]?.blocker ?? null
  if (blocker === 'undone') return { data: { id }, message: 'Esta carga ya se deshizo' }
  if (blocker !== null) throw new Refusal('conflict', REASONS[blocker] ?? OTHER_REASON)
  await tx.record('client.import_undone', { entity_id: id, after: { file: done.file_name, created: done.created } })
  const taken =
    done.source === OPENING_SOURCE
      ? `${done.created} facturas del sistema anterior`
      : `${done.created} clientes con lo que entró con ellos`
  return { data: { id }, message: `Deshicimos la carga: quitamos ${taken}` }
}

/**
 * Locks, before the accounts, what others lock before them: the run that is open, and the series whose numbers go back. In another
 * order the undo and a batch of a run, or a new contract, could each wait for the other.
 */
async function lockSeries(tx: Tx): Promise<void> {
  await tx.selectFrom('runs').select('id').where(IS_OPEN).forUpdate().execute()
  await lockReturnedSeries(tx, OPENING_PREFIX)
}

/** Whether a later import brought services or invoices for the clients that this one created. */
async function hasLater(tx: Tx, id: string, created_at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_later: boolean }>`
    select exists (
      select from import_records made
      join import_records r on r.company_id = made.company_id and r.client_id = made.client_id and r.import_id <> made.import_id
      join client_imports i on i.company_id = r.company_id and i.id = r.import_id and i.created_at > ${created_at}
      where made.company_id = (select current_company()) and made.import_id = ${id} and made.is_client_new
    ) as is_later`.execute(tx)
  return rows[0]?.is_later ?? false
}

const OTHER_REASON =
  'Ya se trabajó sobre clientes de esta carga y no se puede deshacer. Corrige los datos o vuelve a cargar la lista.'

/** Why an import is not undone, by the answer of undo_import. */
const REASONS: Readonly<Record<string, string>> = {
  invoices: 'Ya facturaste a clientes de esta carga: no se puede deshacer',
  journal: 'Ya hay movimientos en la cuenta de clientes de esta carga: no se puede deshacer',
  payments: 'Ya hay pagos de clientes de esta carga: no se puede deshacer',
  payment_attempts: 'Un cliente de esta carga ya empezó a pagar en línea: no se puede deshacer',
  contracts: 'Ya cambiaste contratos de esta carga, o creaste otros para sus clientes: no se puede deshacer',
  numbers:
    'Después de esta carga hay contratos o saldos con los números que siguen: deshaz primero la carga más nueva, si la hay',
  closed: 'Los libros ya se cerraron con los saldos de esta carga: no se puede deshacer',
  voucher_entries:
    'Los saldos iniciales no llevan comprobante, pero los de esta carga ya pasaron por un lote de comprobantes: no se puede deshacer',
  import_records: 'Otra carga trajo servicios o facturas para clientes de esta: deshazla primero',
  sessions: 'Un cliente de esta carga ya entró a su portal: no se puede deshacer',
  pqr_cases: 'Un cliente de esta carga ya tiene una PQR: no se puede deshacer',
  messages: 'Ya se escribió a clientes de esta carga: no se puede deshacer',
}
