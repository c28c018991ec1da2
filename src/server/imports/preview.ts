import { money, sum } from '#domain/core/money.ts'
import type { ImportPreview, PreviewRow } from '#domain/imports/api.ts'
import { isOtherPrice, priceNote } from '#domain/imports/list-price.ts'
import { OWN_SOURCE } from '#domain/imports/sources.ts'
import type { Tx } from '#server/core/tx.ts'
import { type CheckedFile, type CheckedRow, relatedPlans } from './check-rows.ts'
import { type SettledRows, settleRows, type Target } from './settle-rows.ts'

/** The system of a file, as it is stored. */
export const sourceOf = ({ profile }: CheckedFile): string => profile?.id ?? OWN_SOURCE

/** The rows of a file compared with the company's clients; a row that does not fit them has its error. */
export async function settleFile(
  tx: Tx,
  file: CheckedFile,
  mayMoveAddresses: boolean,
): Promise<Pick<SettledRows, 'targets' | 'actions'> & { rows: CheckedRow[] }> {
  const valid = file.rows.flatMap(({ line, raw, row }) => (row === null ? [] : [{ line, raw, row }]))
  const { targets, actions, refused } = await settleRows(tx, { source: sourceOf(file), mayMoveAddresses }, valid)
  const rows = file.rows.map((row): CheckedRow => {
    const error = refused.get(row.line)
    return error ? { ...row, row: null, errors: [error] } : row
  })
  return { targets, actions, rows }
}

const UNWRITTEN_COPY =
  'Este cliente ya tiene su saldo inicial: el de esta fila no entra. Regístralo con una factura o con un pago'
const MOVED_COPY = 'Cambia el correo de este cliente: al cargar pedimos tu contraseña, y avisamos al correo anterior'

/** The rows whose balance is not written: a client has one opening balance, and a second list does not add to it. */
const unwrittenLines = (targets: readonly Target[]): ReadonlySet<number> =>
  new Set(
    targets
      .filter(({ isNew, opening }) => !isNew && opening === 0)
      .flatMap(({ services }) => services)
      .filter(({ isContractNew, row }) => isContractNew && row.opening_balance !== 0)
      .map(({ line }) => line),
  )

/** The preview of a file for the screen. Writes nothing. */
export async function previewOf(tx: Tx, file: CheckedFile, mayMoveAddresses: boolean): Promise<ImportPreview> {
  const { targets, actions, rows: settled } = await settleFile(tx, file, mayMoveAddresses)
  const moved = new Set(targets.filter(({ movesAddress }) => movesAddress).map(({ services }) => services[0]?.line))
  const unwritten = unwrittenLines(targets)
  const created = targets.flatMap(({ services }) => services.filter(({ isContractNew }) => isContractNew))
  const prices = new Map(
    created.map(({ line, row }) => [
      line,
      { plan: file.planPrices.get(row.plan_code ?? '') ?? null, list: row.list_price },
    ]),
  )
  const noteOf = (line: number): string[] => {
    const its = prices.get(line)
    const note = its === undefined ? null : priceNote(its, file.defaults.contract_price)
    return note === null ? [] : [note]
  }
  const rows = settled.map(
    (row): PreviewRow => ({
      line: row.line,
      action: actions.get(row.line) ?? 'error',
      identification: row.identification,
      name: row.name,
      errors: row.errors,
      warnings: [
        ...(row.row?.warnings ?? []),
        ...noteOf(row.line),
        ...(moved.has(row.line) ? [MOVED_COPY] : []),
        ...(unwritten.has(row.line) ? [UNWRITTEN_COPY] : []),
      ],
    }),
  )
  const countOf = (action: PreviewRow['action']): number => rows.filter((row) => row.action === action).length
  const openings = targets.map(({ opening }) => opening)
  return {
    source: file.profile && { id: file.profile.id, name: file.profile.name },
    defaults: file.defaults,
    rows,
    columns: file.columns,
    plans: relatedPlans(file),
    problem: file.problem,
    totals: {
      rows: rows.length,
      create: countOf('create'),
      update: countOf('update'),
      equal: countOf('equal'),
      services: countOf('service'),
      error: countOf('error'),
      contracts: created.length,
      other_prices: [...prices.values()].filter(isOtherPrice).length,
      debt: sum(openings.filter((opening) => opening > 0)),
      credit: money(Math.abs(sum(openings.filter((opening) => opening < 0)))),
    },
  }
}
