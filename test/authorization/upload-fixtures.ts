import { bankApi } from '#domain/banks/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { upload } from '../upload.ts'
import type { Person, TestApp } from '../world.ts'

const idOf = async ({ owner }: TestApp, query: string, companyId: string): Promise<string> =>
  (await owner.query<{ id: string }>(query, [companyId])).rows[0]?.id ?? ''

/** Inserts an import with one row, besides the import that the walks undo. */
async function insertImportRecord({ owner }: TestApp, companyId: string, word: string): Promise<void> {
  await owner.query(
    `with written as (
       insert into client_imports (company_id, file_name, created, updated, refused)
       values ($1, 'otra.csv', 0, 0, '{"headers":[],"rows":[]}') returning id)
     insert into import_records (company_id, import_id, line, source, external_id, client_id, is_client_new, is_contract_new, cells)
     select $1, written.id, 1, 'excel', $2, k.id, false, false, '[]'
     from written, (select id from clients where company_id = $1 limit 1) k`,
    [companyId, word],
  )
}

/** Uploads a list whose only row is refused. Returns the id to download the refused rows. */
export async function uploadRejectedRow(t: TestApp, financial: Person, word: string): Promise<string> {
  const row = { type_identification: 'CC', identification: '7001', first_name: word, last_name: 'Ruiz', stratum: '2' }
  const cells = { ...row, address: 'Calle 1', department: 'Antioquia', city: 'Ninguna' }
  const bytes = Buffer.from(`${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}`)
  const answer = await upload(t, financial, clientImportApi.upload, { name: 'clientes.csv', bytes })
  const id = await idOf(t, 'select id from client_imports where company_id = $1', financial.companyId)
  if (id === '') throw new Error(`no row was refused: ${answer.text}`)
  await insertImportRecord(t, financial.companyId, word)
  return id
}

/** A statement with one movement that names no client. */
export async function uploadStatement(t: TestApp, financial: Person, word: string) {
  const account = await idOf(
    t,
    `select id from money_accounts where company_id = $1 and kind = 'bank' limit 1`,
    financial.companyId,
  )
  const bytes = Buffer.from(`Fecha;Descripción;Valor\n2026-01-10;Pago ${word};123456,78`)
  const file = { name: `extracto-${word}.csv`, bytes }
  const answer = await upload(t, financial, bankApi.upload, file, { account_id: account })
  await t.owner.query(
    `insert into bank_references (company_id, reference, client_id) select $1, $2, id from clients where company_id = $1 limit 1`,
    [financial.companyId, word],
  )
  const bankFile = await idOf(t, 'select id from bank_files where company_id = $1', financial.companyId)
  const bankLine = await idOf(t, 'select id from bank_lines where company_id = $1', financial.companyId)
  if (bankLine === '') throw new Error(`no statement was loaded: ${answer.text}`)
  return { bankFile, bankLine }
}
