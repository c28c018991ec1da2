import type { TestApp } from '../world.ts'

/** Inserts an import with one row, besides the import that the walks undo. */
export async function insertImportRecord({ owner }: TestApp, companyId: string, word: string): Promise<void> {
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
