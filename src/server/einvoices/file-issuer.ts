import { sql } from 'kysely'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { catalogueUrl } from '#domain/einvoices/document-text.ts'
import { type FileIssuer, type FileNumbers, fileIssuerApi, ZIP_FILES_MAX } from '#domain/einvoices/file-issuer.ts'
import { findMunicipality, isPlaceProblem } from '#domain/places/place.ts'
import { encrypt } from '#server/core/encryption.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { writeZip } from '#server/files/zip.ts'
import { ownCompany } from '#server/integrations/integrations.ts'
import {
  chooseRange,
  deactivateOtherFileRanges,
  listRanges,
  type NewRange,
  upsertRange,
} from '#server/integrations/range-queries.ts'
import { findDocument, readDetail } from './detail.ts'
import { readXml } from './files.ts'
import { countMonthFiles, listMonthFiles } from './month-files.ts'
import { writeValidated } from './outcome.ts'
import type { DocumentDetail } from './queries.ts'
import { getQueue } from './queue-queries.ts'
import { assertNoTrial } from './trials.ts'
import { encryptPin } from './ubl/account.ts'
import { fileKeyContext } from './ubl/header.ts'

/** 'Archivo UBL': the settings of a company, the confirmation of a document, and the XML of a month. */
export const fileIssuer = implement(fileIssuerApi, {
  fileIssuer: (ctx) =>
    ctx.tx(async (tx) => {
      await ownCompany(tx)
      return { data: await getFileIssuer(tx) }
    }),

  saveFileIssuer: (ctx, { body: { issuer } }) =>
    ctx.tx(async (tx) => {
      const company = await ownCompany(tx)
      await assertCanIssueFiles(tx)
      const isChange = (await getFileIssuer(tx))?.is_on === true
      const { secret } = ctx.world.config
      const { environment } = issuer
      const row = {
        environment,
        sealed_pin: encryptPin(secret, company.id, issuer.pin),
        is_on: true,
        set_by: ctx.actor.name,
        set_at: ctx.now,
      }
      await tx
        .insertInto('file_issuers')
        .values(row)
        .onConflict((on) => on.column('company_id').doUpdateSet(row))
        .execute()
      const sealed_key = encrypt(secret, issuer.technical_key, fileKeyContext(company.id, environment))
      const corrected = await writeFileRanges(tx, issuer, sealed_key)
      await sql`insert into electronic_queues (company_id) values (current_company())
        on conflict (company_id) do update set wait_until = null`.execute(tx)
      await tx.record('file_issuer.saved', {
        entity_id: company.id,
        before: corrected === null && !isChange ? null : { is_on: isChange, resolution: corrected },
        after: { environment, prefix: issuer.prefix, resolution: issuer.resolution },
      })
      return {
        data: await existing(tx),
        message:
          corrected === null
            ? 'Archivo UBL está encendido: cada factura nueva sale como un archivo'
            : `Corregimos la autorización ${corrected}. Los archivos ya escritos todavía la nombran: en cada uno usa «Escribir de nuevo con la fecha de hoy»`,
      }
    }),

  stopFileIssuer: (ctx) =>
    ctx.tx(async (tx) => {
      const company = await ownCompany(tx)
      await existing(tx)
      await tx.updateTable('file_issuers').set({ is_on: false, set_by: ctx.actor.name, set_at: ctx.now }).execute()
      await tx.record('file_issuer.stopped', { entity_id: company.id })
      return { data: await existing(tx), message: 'Apagamos Archivo UBL: las facturas nuevas no llevan documento' }
    }),

  confirm: (ctx, { params, body: { cufe, issued_on } }) =>
    ctx.tx(async (tx) => {
      const document = await findDocument(tx, params.id)
      assertNoTrial(document)
      if (document.status !== 'manual' || document.reason !== 'file' || document.file_number === null)
        throw new Refusal('conflict', 'Solo se confirma un documento cuyo archivo está listo y espera la validación')
      if (await isOfAnother(tx, cufe)) throw refuseField('conflict', 'cufe', 'Ese código es de otro documento')
      const day = issueDayOf(document, ctx.today, issued_on)
      await writeValidated(
        tx,
        document.id,
        {
          number: document.file_number,
          cufe,
          qr_url: catalogueUrl(cufe, document.environment ?? 'test'),
          validated_at: null,
          issued_on: day,
        },
        { now: ctx.now, text: `${ctx.actor.name} confirmó que la DIAN la validó`, isAtProvider: false },
      )
      await tx.record('electronic.confirmed', { entity_id: document.id, after: { number: document.file_number } })
      const data = await readDetail(tx, await findDocument(tx, params.id))
      return { data, message: `Quedó validada con el número ${document.file_number}` }
    }),

  monthFiles: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      await getQueue(tx)
      const count = await countMonthFiles(tx, query.period)
      return { data: { count, parts: Math.ceil(count / ZIP_FILES_MAX) } }
    }),

  monthZip: async (ctx, { query: { period, part = 1 } }) => {
    const rows = await ctx.tx(async (tx) => {
      await getQueue(tx)
      return listMonthFiles(tx, period, part)
    })
    if (rows.length === 0) throw new Refusal('conflict', 'Ese mes no tiene archivos XML para descargar')
    const entries = []
    for (const { name, xml_file } of rows) {
      const bytes = await readXml(ctx.world, ctx.companyId, xml_file)
      if (bytes !== undefined) entries.push({ name: `${name}.xml`, bytes })
    }
    const suffix = part === 1 && rows.length < ZIP_FILES_MAX ? '' : `-parte-${part}`
    return {
      file: {
        name: `xml-${period}${suffix}.zip`,
        type: 'application/zip',
        bytes: Buffer.from(await writeZip(entries)),
      },
    }
  },
})

async function getFileIssuer(tx: Tx): Promise<FileIssuer | null> {
  const row = await tx
    .selectFrom('file_issuers')
    .select(['is_on', 'environment', 'set_by', 'set_at'])
    .executeTakeFirst()
  return row ? { ...row, set_at: row.set_at.toISOString() } : null
}

async function existing(tx: Tx): Promise<FileIssuer> {
  const issuer = await getFileIssuer(tx)
  if (issuer === null) throw notFound('La empresa no emite por archivo')
  return issuer
}

/** A file names the address of the company. With Factus on, Factus numbers the documents. */
async function assertCanIssueFiles(tx: Tx): Promise<void> {
  const company = await tx
    .selectFrom('companies')
    .select(['is_factus_integration', 'address', 'department', 'city'])
    .where('id', '=', tx.scope.companyId)
    .executeTakeFirstOrThrow()
  if (company.is_factus_integration)
    throw new Refusal('conflict', 'Factus está encendido y ya emite los documentos: apágalo primero en Integración')
  const place = findMunicipality(company.department ?? '', company.city ?? '')
  if (company.address === null || isPlaceProblem(place))
    throw new Refusal('conflict', 'Completa la dirección, el departamento y el municipio de la empresa en su perfil')
}

/** Returns the authorisation that the one of the invoices corrects; null when it corrects none. */
async function writeFileRanges(tx: Tx, issuer: FileNumbers, sealed_key: Buffer): Promise<string | null> {
  const { environment } = issuer
  const invoices: NewFileRange = {
    environment,
    document: 'invoice',
    prefix: issuer.prefix,
    from_number: issuer.from_number,
    to_number: issuer.to_number,
    next_number: issuer.next_number,
    resolution: issuer.resolution,
    starts_on: issuer.starts_on,
    ends_on: issuer.ends_on,
    sealed_key,
  }
  const wrong = await lockWrongRange(tx, invoices)
  if (wrong === undefined) await writeFileRange(tx, invoices, await fileRangeId(tx, invoices))
  else {
    // The numbers that were given are not given again.
    const next_number = Math.max(wrong.next_number, invoices.next_number)
    await writeFileRange(tx, { ...invoices, next_number }, wrong.provider_range_id)
  }
  const notes: NewFileRange = {
    environment,
    document: 'credit_note',
    prefix: issuer.note_prefix,
    from_number: null,
    to_number: null,
    next_number: issuer.note_next_number,
    resolution: null,
    starts_on: null,
    ends_on: null,
    sealed_key: null,
  }
  await writeFileRange(tx, notes, await fileRangeId(tx, notes))
  return wrong?.resolution ?? null
}

type NewFileRange = Omit<NewRange, 'provider' | 'provider_range_id' | 'is_active'>

/**
 * Writes an authorisation as the range in use of its kind. Another authorisation has a row of its own: the documents that the earlier one
 * numbered are exported under it.
 */
async function writeFileRange(tx: Tx, range: NewFileRange, provider_range_id: number): Promise<void> {
  await assertNotUsed(tx, range, provider_range_id)
  await upsertRange(tx, { ...range, provider: 'ubl_file', provider_range_id, is_active: true })
  await deactivateOtherFileRanges(tx, range, provider_range_id)
  const written = (await listRanges(tx)).find(
    (one) => one.environment === range.environment && one.provider_range_id === provider_range_id,
  )
  if (written) await chooseRange(tx, written)
}

/**
 * The range in use that an authorisation of the same prefix corrects, locked: one with documents, of which DIAN validated none, whose
 * numbers the authorisation contains. DIAN validates no document under a wrong resolution, and a renewed authorisation has other numbers.
 */
async function lockWrongRange(
  tx: Tx,
  { environment, document, prefix, resolution, from_number, to_number }: NewFileRange,
): Promise<{ provider_range_id: number; next_number: number; resolution: string | null } | undefined> {
  const { rows: ranges } = await sql<{ provider_range_id: number; next_number: number; resolution: string | null }>`
    select provider_range_id, next_number, resolution from numbering_ranges r
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment} and document = ${document}
      and prefix = ${prefix} and is_active and resolution is distinct from ${resolution}
      and not exists (
        select from numbering_ranges o
        where o.company_id = r.company_id and o.provider = r.provider and o.environment = r.environment and o.document = r.document
          and o.prefix = r.prefix and o.resolution = ${resolution})
    for update`.execute(tx)
  const range = ranges[0]
  if (range === undefined) return undefined
  // A document that was validated before documents had a range: of this one when its number has the prefix.
  const { rows } = await sql<{ is_wrong: boolean }>`
    select count(*) > 0 and bool_and(status <> 'validated' and file_range_id is not null
      and substring(file_number from length(${prefix}) + 1)::bigint between ${from_number}::bigint and ${to_number}::bigint) as is_wrong
    from electronic_documents
    where company_id = (select current_company()) and environment = ${environment} and kind = ${document}
      and coalesce(file_range_id, ${range.provider_range_id}) = ${range.provider_range_id}
      and file_number ~ ${`^${prefix}[1-9][0-9]{0,17}$`}`.execute(tx)
  return rows[0]?.is_wrong === true ? range : undefined
}

/** The id of the range of an authorisation: its own, or the next one below zero, which no provider gives. */
async function fileRangeId(
  tx: Tx,
  { environment, document, prefix, resolution }: Pick<NewRange, 'environment' | 'document' | 'prefix' | 'resolution'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(
      max(provider_range_id) filter (where document = ${document} and prefix = ${prefix} and resolution is not distinct from ${resolution}),
      least(min(provider_range_id), 0) - 1,
      -1
    )::bigint as id
    from numbering_ranges
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}`.execute(
    tx,
  )
  return rows[0]?.id ?? -1
}

/**
 * Throws a Refusal for numbers that documents of another authorisation have: of the same prefix, or of one that ends in digits ('FE1' and 1
 * read as 'FE' and 11). A document with such a number could never be written. A document that was validated before documents had a range
 * is of any authorisation; a range never gives a number below the next one that it has.
 */
async function assertNotUsed(
  tx: Tx,
  { environment, document, prefix, next_number, to_number }: NewFileRange,
  rangeId: number,
): Promise<void> {
  const { rows } = await sql<{ number: string; last: number }>`
    select number, last from (
      select file_number as number, case when file_number ~ ${`^${prefix}[1-9][0-9]{0,17}$`}
        then substring(file_number from length(${prefix}) + 1)::bigint end as last
      from electronic_documents
      where company_id = (select current_company()) and environment = ${environment} and kind = ${document}
        and file_range_id is distinct from ${rangeId}
    ) d
    where last >= greatest(${next_number}::bigint, (
      select next_number from numbering_ranges
      where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}
        and provider_range_id = ${rangeId} and has_given
    )) and (${to_number}::bigint is null or last <= ${to_number}::bigint)
    order by last desc limit 1`.execute(tx)
  const used = rows[0]
  if (used !== undefined)
    throw refuseField(
      'conflict',
      document === 'invoice' ? 'issuer.next_number' : 'issuer.note_next_number',
      `El número ${used.number} ya es de un documento de otra autorización: empieza después de él o usa otro prefijo`,
    )
}

async function isOfAnother(tx: Tx, cufe: string): Promise<boolean> {
  const row = await tx.selectFrom('electronic_documents').select('id').where('cufe', '=', cufe).executeTakeFirst()
  return row !== undefined
}

/** The day of issue of a confirmed document. The DIAN validates no document of a coming day, and none of before its invoice. */
function issueDayOf({ file_on, queued_at }: DocumentDetail, today: Day, given?: Day): Day {
  const day = given ?? file_on
  if (day === null)
    throw refuseField('invalid', 'issued_on', 'Escribe la fecha de emisión que tiene el documento validado')
  const first = dayOf(new Date(queued_at))
  if (day < first || day > today)
    throw refuseField(
      'invalid',
      'issued_on',
      `La fecha de emisión está entre el ${dayLabel(first)}, cuando se hizo el documento, y hoy`,
    )
  return day
}
