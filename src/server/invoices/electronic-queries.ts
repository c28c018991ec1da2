import { sql } from 'kysely'
import type { PrintedElectronic } from '#domain/invoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'

/** The electronic document of an invoice or of a note, as its PDF shows it. Null until DIAN validates it. */
export async function getPrintedElectronic(
  tx: Tx,
  of: 'invoice_id' | 'credit_note_id',
  id: string,
): Promise<PrintedElectronic | null> {
  const { rows } = await sql<Omit<PrintedElectronic, 'validated_at'> & { validated_at: Date }>`
    select number, cufe, qr_url, validated_at, environment, numbering,
      case when number = file_number then 'ubl_file' else 'factus' end as issuer
    from electronic_documents
    where company_id = (select current_company()) and ${sql.ref(of)} = ${id} and status = 'validated'
      and kind = ${of === 'invoice_id' ? 'invoice' : 'credit_note'}`.execute(tx)
  const row = rows[0]
  return row === undefined ? null : { ...row, validated_at: row.validated_at.toISOString() }
}

/** The electronic document of each listed invoice `i`, by its key. */
export const ELECTRONIC_COLUMN = sql`(
  select json_build_object('id', e.id, 'status', e.status, 'number', e.number, 'cufe', e.cufe) from electronic_documents e
  where e.company_id = i.company_id and e.invoice_id = i.id and e.kind = 'invoice'
) as electronic`
