import { sql } from 'kysely'
import { type Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { FrozenDocument } from '#domain/einvoices/document.ts'
import type { UblHeader } from '#domain/einvoices/ubl.ts'
import type { UblIssuer, UblPlace } from '#domain/einvoices/ubl-parties.ts'
import { findMunicipality, isPlaceProblem, municipalityOfCode } from '#domain/places/place.ts'
import { regimeOn } from '#domain/taxes/regime.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import type { World } from '#server/core/context.ts'
import { decrypt } from '#server/core/encryption.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'
import type { NumberedRange, TakenNumber } from './numbers.ts'

/** The text that authenticates the technical key of a range of files. */
export const fileKeyContext = (companyId: string, environment: Environment): string =>
  `numbering_range:${companyId}:ubl_file:${environment}`

type Dated = TakenNumber & { environment: Environment; issued_date: Day; issued_time: string }

/**
 * What the file of a document has besides what is frozen: the company of today, the range, and the invoice that a note corrects. Throws a
 * Refusal on the field that a person must complete: of the company, of the range or of the client.
 */
export async function readHeader(
  world: World,
  tx: Tx,
  document: FrozenDocument,
  { number, range, environment, issued_date, issued_time }: Dated,
): Promise<{ header: UblHeader; technical_key: string }> {
  const issuer = await readIssuer(tx, issued_date)
  const header: UblHeader = {
    issuer,
    buyer_place: placeOf(document.buyer.municipality_code),
    environment,
    number,
    prefix: range.prefix,
    issued_date,
    issued_time,
    resolution: document.kind === 'invoice' ? resolutionOf(range) : null,
    corrected:
      document.note === null ? null : await readCorrected(tx, document.reference, document.note.invoice_number),
  }
  return { header, technical_key: document.kind === 'invoice' ? openKey(world, tx, range, environment) : '' }
}

function openKey(world: World, tx: Tx, { sealed_key }: NumberedRange, environment: Environment): string {
  const context = fileKeyContext(tx.scope.companyId, environment)
  const key = sealed_key === null ? null : decrypt(world.config.secret, sealed_key, context)
  if (key === null)
    throw refuseField(
      'conflict',
      'numbering_range',
      'No podemos leer la clave técnica del rango de numeración: escríbela otra vez en Integraciones, Archivo UBL',
    )
  return key
}

function resolutionOf({ resolution, starts_on, ends_on, from_number, to_number }: NumberedRange) {
  if (resolution === null || starts_on === null || ends_on === null || from_number === null || to_number === null)
    throw refuseField(
      'conflict',
      'numbering_range',
      'Al rango de numeración le falta la resolución, sus fechas o sus números: complétalo en Integraciones, Archivo UBL',
    )
  return { number: resolution, starts_on, ends_on, from: from_number, to: to_number }
}

type CompanyRow = {
  nit: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  department: string | null
  city: string | null
}

async function readIssuer(tx: Tx, on: Day): Promise<UblIssuer> {
  const { rows } = await sql<CompanyRow>`
    select nit, name, email, phone, address, department, city from companies where id = (select current_company())`.execute(
    tx,
  )
  const company = rows[0]
  if (!company) throw new Error('the company of the transaction does not exist')
  const { is_vat_responsible, is_self_withholder, is_simple_regime } = regimeOn(await readTaxRegimes(tx), on)
  const responsibilities = [...(is_self_withholder ? ['O-15'] : []), ...(is_simple_regime ? ['O-47'] : [])]
  const [nit = '', check_digit = ''] = company.nit.split('-')
  const place = findMunicipality(company.department ?? '', company.city ?? '')
  if (isPlaceProblem(place) || company.address === null)
    throw refuseField(
      'conflict',
      'issuer',
      'Completa la dirección, el departamento y el municipio de tu empresa en Mi empresa: van en cada documento',
    )
  return {
    nit,
    check_digit,
    name: company.name,
    email: company.email,
    phone: company.phone,
    address: company.address,
    place: { municipality_code: place.code, city: place.municipality, department: place.department },
    is_vat_responsible,
    responsibilities: responsibilities.length === 0 ? ['R-99-PN'] : responsibilities,
  }
}

function placeOf(code: string): UblPlace {
  const place = municipalityOfCode(code)
  if (!place)
    throw refuseField(
      'conflict',
      'municipality',
      'El municipio del cliente no existe en la lista del DANE: elígelo de nuevo',
    )
  return { municipality_code: code, city: place.municipality, department: place.department }
}

/** The validated invoice of a note. A note is frozen only after its invoice was validated. */
async function readCorrected(tx: Tx, reference: string, number: string): Promise<UblHeader['corrected']> {
  const { rows } = await sql<{ cufe: string; issued_on: Day }>`
    select d.cufe, coalesce(d.issued_on, ${dayInBogota(sql`d.validated_at`)}) as issued_on
    from electronic_documents n
    join electronic_documents d on d.company_id = n.company_id and d.invoice_id = n.invoice_id and d.kind = 'invoice'
    where n.company_id = (select current_company()) and n.reference = ${reference} and not n.is_trial
      and not d.is_trial and d.status = 'validated'`.execute(tx)
  const invoice = rows[0]
  return invoice ? { number, cufe: invoice.cufe, issued_date: invoice.issued_on } : null
}
