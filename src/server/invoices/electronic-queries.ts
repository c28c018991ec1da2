import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Pesos } from '#domain/core/money.ts'
import { DIAN_DOCUMENT_CODES, type PendingElectronic, type SentBuyer } from '#domain/invoices/electronic.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { PrintedElectronic } from '#domain/invoices/printed-electronic.ts'
import { unitOf } from '#domain/invoices/unit.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { IssuerRegime, regimeOn } from '#domain/taxes/regime.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'

type PrintedRow = Omit<PrintedElectronic, 'validated_at' | 'generated_at' | 'issuer_regime'> & {
  validated_at: Date
  generated_at: Date | null
  /** As it was sent; null for a document that was sent before it was kept. */
  regime: unknown
}

/** The electronic document of an invoice or of a note, as its PDF shows it. Null until DIAN validates it. */
export async function getPrintedElectronic(
  tx: Tx,
  of: 'invoice_id' | 'credit_note_id',
  id: string,
): Promise<PrintedElectronic | null> {
  const { rows } = await sql<PrintedRow>`
    select number, cufe, qr_url, validated_at, generated_at, coalesce(issued_on, ${dayInBogota(sql`validated_at`)}) as issued_on,
      environment, numbering, payload -> 'issuer' -> 'regime' as regime,
      case when number = file_number then 'ubl_file' else 'factus' end as issuer
    from electronic_documents
    where company_id = (select current_company()) and ${sql.ref(of)} = ${id} and status = 'validated' and not is_trial
      and kind = ${of === 'invoice_id' ? 'invoice' : 'credit_note'}`.execute(tx)
  const row = rows[0]
  if (row === undefined) return null
  const { regime, ...printed } = row
  return {
    ...printed,
    validated_at: row.validated_at.toISOString(),
    generated_at: row.generated_at?.toISOString() ?? null,
    issuer_regime: regime === null ? regimeOn(await readTaxRegimes(tx), row.issued_on) : z.parse(IssuerRegime, regime),
  }
}

const Payload = z.object({
  buyer: z.object({
    document_code: z.string(),
    identification: z.string(),
    check_digit: z.nullable(z.string()),
    name: z.string(),
    address: z.string(),
  }),
})

const Lines = z.object({
  lines: z.array(
    z.object({
      code: z.string(),
      description: z.string(),
      quantity: z.number(),
      base: Pesos,
      vat_treatment: z.enum(VAT_TREATMENTS),
      vat_bps: z.number(),
      vat: Pesos,
      total: Pesos,
    }),
  ),
})

/** The lines of the validated document of an invoice, as its XML has them. Null until DIAN validates it. */
export async function getSentLines(tx: Tx, invoiceId: string): Promise<Invoice['lines'] | null> {
  const row = await findSent(tx, 'invoice_id', invoiceId)
  if (!row) return null
  return z.parse(Lines, row.payload).lines.map(({ code, vat_bps, ...line }) => {
    const { quantity, name } = unitOf(line)
    return { ...line, kind: code, description: name, quantity, vat_rate: vat_bps / 10_000 }
  })
}

/** Who the validated document of an invoice or of a note names. Null until DIAN validates it. */
export async function getSentBuyer(tx: Tx, of: 'invoice_id' | 'credit_note_id', id: string): Promise<SentBuyer | null> {
  const row = await findSent(tx, of, id)
  if (!row) return null
  const { document_code, identification, check_digit, name, address } = z.parse(Payload, row.payload).buyer
  return {
    name,
    address,
    type_identification: Object.entries(DIAN_DOCUMENT_CODES).find(([, code]) => code === document_code)?.[0] ?? '',
    identification: check_digit === null ? identification : `${identification}-${check_digit}`,
  }
}

const Issued = z.object({ issuer: z.optional(z.object({ name: z.string(), nit: z.string() })) })

/**
 * The company as the validated document of an invoice or of a note has it: a later change of its name does not change what was sent.
 * Empty until DIAN validates it, and for a document that was sent before it was kept.
 */
export async function getSentIssuer(
  tx: Tx,
  of: 'invoice_id' | 'credit_note_id',
  id: string,
): Promise<{ name?: string; nit?: string }> {
  const row = await findSent(tx, of, id)
  return row === undefined ? {} : (z.parse(Issued, row.payload).issuer ?? {})
}

/** What was sent of the validated document of an invoice or of a note. Undefined until DIAN validates it. */
const findSent = (tx: Tx, of: 'invoice_id' | 'credit_note_id', id: string): Promise<{ payload: unknown } | undefined> =>
  tx
    .selectFrom('electronic_documents')
    .select('payload')
    .where(of, '=', id)
    .where('is_trial', '=', false)
    .where('status', '=', 'validated')
    .where('kind', '=', of === 'invoice_id' ? 'invoice' : 'credit_note')
    .executeTakeFirst()

/** The invoices `i` whose electronic document is in a state. The words of the partial index: it holds only what is not validated. */
export const electronicCondition = (status: PendingElectronic) => sql`i.id = any (array(
  select e.invoice_id from electronic_documents e
  where e.company_id = (select current_company()) and e.status <> 'validated' and e.status = ${sql.lit(status)}
    and e.kind = 'invoice' and not e.is_trial
))`

/** The electronic document of each listed invoice `i`, by its key. */
export const ELECTRONIC_COLUMN = sql`(
  select json_build_object('id', e.id, 'status', e.status, 'number', e.number, 'cufe', e.cufe, 'environment', e.environment) from electronic_documents e
  where e.company_id = i.company_id and e.invoice_id = i.id and e.kind = 'invoice' and not e.is_trial
) as electronic`
