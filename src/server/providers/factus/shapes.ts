import * as z from 'zod/mini'

/**
 * The replies of Factus v2 (developers.factus.com.co), parsed leniently: unknown fields are allowed, and only the fields that identify
 * a document are required. Texts and numbers are mixed in its examples, so both are accepted where an amount or a code is expected.
 */
const nullableText = z.optional(z.nullable(z.string()))
const textOrNumber = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

export const TokenReply = z.looseObject({
  access_token: z.string().check(z.minLength(1), z.maxLength(10_000)),
  expires_in: z.int().check(z.gte(1), z.lte(7 * 86_400)),
})

const Totals = z.looseObject({
  gross_amount: z.optional(textOrNumber),
  taxable_amount: z.optional(textOrNumber),
  tax_amount: z.optional(textOrNumber),
  total: z.optional(textOrNumber),
})

/** An invoice or a credit note. The code of an invoice is its CUFE, that of a note its CUDE; both are null before validation. */
export const Document = z.looseObject({
  reference_code: z.string(),
  number: nullableText,
  is_validated: z.boolean(),
  validated_at: nullableText,
  created_at: nullableText,
  cufe: nullableText,
  cude: nullableText,
  errors: z.optional(z.unknown()),
  company: z.optional(z.nullable(z.looseObject({ nit: z.optional(z.nullable(textOrNumber)) }))),
  totals: z.optional(z.nullable(Totals)),
  links: z.optional(z.nullable(z.looseObject({ qr: nullableText, public_url: nullableText }))),
})

/** A row of a list. v2 has `is_validated`; the filter and older rows have `status`, 1 validated and 0 pending. */
export const ListRow = z.looseObject({
  reference_code: z.string(),
  number: nullableText,
  is_validated: z.optional(z.boolean()),
  status: z.optional(z.union([z.string(), z.number()])),
  created_at: nullableText,
  errors: z.optional(z.unknown()),
})

const Pagination = z.looseObject({ current_page: z.int(), last_page: z.int(), total: z.int() })

export const listOf = <S extends z.ZodMiniType>(row: S) =>
  z.looseObject({ data: z.array(row), pagination: z.optional(Pagination) })

export const NumberingRangeRow = z.looseObject({
  id: z.int(),
  document: z.optional(textOrNumber),
  document_name: nullableText,
  prefix: z.string().check(z.maxLength(10)),
  from: z.optional(z.nullable(z.int())),
  to: z.optional(z.nullable(z.int())),
  current: z.int(),
  resolution_number: z.optional(z.nullable(textOrNumber)),
  start_date: nullableText,
  end_date: nullableText,
  technical_key: nullableText,
  is_active: z.optional(z.union([z.boolean(), z.literal([0, 1])])),
})

export const PdfFile = z.looseObject({ file_name: z.string(), pdf_base_64_encoded: z.string() })
export const XmlFile = z.looseObject({ file_name: z.string(), xml_base_64_encoded: z.string() })

/** An event of RADIAN: 030 acknowledgement, 031 claim, 032 receipt, 033 acceptance, 034 tacit acceptance. */
export const RadianEvent = z.looseObject({
  number: z.optional(z.nullable(textOrNumber)),
  cude: nullableText,
  event_code: z.optional(z.nullable(textOrNumber)),
  event_name: nullableText,
  effective_date: nullableText,
  effective_time: nullableText,
})

/** The reply of a refused token: OAuth's error code. */
export const TokenError = z.looseObject({ error: z.string() })
