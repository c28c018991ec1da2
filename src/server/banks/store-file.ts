import { hash } from 'node:crypto'
import { receivedTotal } from '#domain/banks/asobancaria.ts'
import type { BankFile } from '#domain/banks/line.ts'
import type { BankFileContent } from '#domain/banks/movement.ts'
import type { ReferenceKind } from '#domain/banks/pairing.ts'
import type { Day } from '#domain/core/days.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import { newId } from '#server/core/ids.ts'
import { replanStatements } from '#server/core/replan.ts'
import type { Tx } from '#server/core/tx.ts'
import { pairMovements } from './pair-movements.ts'
import { getFile, insertFile, insertLines, listFilesByDigest, listKnownKeys } from './queries.ts'
import { listRegistered } from './repetitions.ts'

export type Loaded = {
  name: string
  digest: Buffer
  account: { id: string; name: string }
  reference_kind: ReferenceKind
  content: BankFileContent
  today: Day
}

/** Stores a file and pairs its movements. A file or a movement that is there already adds nothing, also for two people at once. */
export async function storeFile(tx: Tx, { name, digest, account, reference_kind, content, today }: Loaded) {
  await tx.lock('bank-files')
  const copies = await listFilesByDigest(tx, digest)
  const same = copies.find(({ account_id }) => account_id === account.id)
  if (same === undefined) await assertOwnFile(tx, content)
  const keyed = content.movements.map((movement) => ({ movement, key: hash('sha256', movement.key) }))
  const known = await listKnownKeys(
    tx,
    account.id,
    keyed.map(({ key }) => key),
  )
  if (same !== undefined) {
    // Its movements are others when its columns are read in another way.
    const isRead = keyed.every(({ key }) => known.has(key))
    return { data: await readBankFileRow(tx, same.id), message: isRead ? SAME_COPY : OTHER_COLUMNS_COPY }
  }
  // A file may also have a line of its own twice, with the same sequence.
  const taken = new Set([...known.values()].filter((payment) => payment !== null))
  const fresh = keyed.filter(({ key }) => !known.has(key) && known.set(key, null))
  const movements = fresh.map(({ movement }) => movement)
  const days = movements.map(({ on_day }) => on_day).toSorted()
  const id = newId()
  const isNew = await insertFile(tx, {
    id,
    account_id: account.id,
    digest,
    header_key: content.header_key,
    file_name: name,
    format: content.format,
    source: content.source,
    reference_kind,
    total: receivedTotal(movements),
    repeated: keyed.length - fresh.length,
    from_on: days[0] ?? null,
    to_on: days.at(-1) ?? null,
    uploaded_by: tx.scope.actorName,
  })
  if (!isNew) throw refuseField('conflict', 'file', `Ya cargaste otro archivo de ese banco: ${content.source ?? name}`)
  const registered = await listRegistered(tx, account.id, days)
  const pairings = await pairMovements(tx, movements, { kind: reference_kind, today, registered, taken })
  const lines = fresh.flatMap((line, index) => {
    const pairing = pairings[index]
    return pairing ? [{ ...line, pairing }] : []
  })
  // Each of its thousands of lines refers to a client and an invoice.
  await replanStatements(tx)
  await insertLines(tx, { id, account_id: account.id }, lines)
  await tx.record('bank_file.loaded', {
    entity_id: id,
    after: { file: name, movements: lines.length, account: account.name },
  })
  const data = await readBankFileRow(tx, id)
  const [copy] = copies
  const other = copy === undefined ? '' : await copyMessage(tx, copy.id)
  return { data, message: `${loadedMessage(data, content)}${other}` }
}

const SAME_COPY = 'Ese archivo ya estaba cargado: no se repitió nada'
const OTHER_COLUMNS_COPY =
  'Ese archivo ya estaba cargado con otras columnas y sus movimientos no cambiaron. Para leerlo con estas, quítalo y cárgalo de nuevo'

/** The same file in another account: one of both is wrong, and is removed. */
async function copyMessage(tx: Tx, id: string): Promise<string> {
  const { account } = await readBankFileRow(tx, id)
  return `. Ese archivo también está en la cuenta ${account.name}`
}

function loadedMessage({ states, repeated }: BankFile, { counts }: BankFileContent): string {
  const parts = [
    `${states.certain} seguros`,
    `${states.doubtful} por revisar`,
    `${states.unknown} sin identificar`,
    ...(states.repeated > 0 ? [`${states.repeated} ya registrados`] : []),
    ...(repeated > 0 ? [`${repeated} ya estaban cargados`] : []),
  ]
  const control =
    counts === null
      ? ''
      : `. Los totales de control cuadran${counts === 'records' ? ' (cuentan también los encabezados)' : ''}`
  return `Leímos el archivo: ${parts.join(', ')}${control}`
}

/** Throws a Refusal for a file whose header names another company. */
async function assertOwnFile(tx: Tx, { nit }: BankFileContent): Promise<void> {
  if (nit === null) return
  const company = await tx
    .selectFrom('companies')
    .select('nit')
    .where('id', '=', tx.scope.companyId)
    .executeTakeFirstOrThrow()
  const digits = company.nit.replace('-', '')
  // Some banks write the NIT without its check digit.
  if (nit !== digits && nit !== digits.slice(0, -1))
    throw refuseField('invalid', 'file', `El archivo es de otra empresa: su NIT es ${nit} y el tuyo es ${company.nit}`)
}

export async function readBankFileRow(tx: Tx, id: string): Promise<BankFile> {
  const file = await getFile(tx, id)
  if (!file) throw notFound('Ese archivo no existe')
  return file
}
