import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { CreditNote } from './invoice.ts'
import { ConceptCode, NoteConcept } from './note-concept.ts'

/** The sort keys of a list of credit notes. They are numbered in the order of their days. */
export const NOTE_SORTS = ['number'] as const

const CreditNoteRow = z.extend(CreditNote, {
  invoice: z.object({ id: z.uuid(), number: z.string() }),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
})
export type CreditNoteRow = z.output<typeof CreditNoteRow>

/** A credit note with its page: the lines that it credits, and the contract of its invoice. */
const CreditNoteDetail = z.extend(CreditNoteRow, {
  no_contract: z.nullable(z.string()),
  /** The concept of the DIAN; null for a note without one. */
  concept_name: z.nullable(z.string()),
  lines: z.array(z.object({ description: z.string(), base: Pesos, vat: Pesos })),
})
export type CreditNoteDetail = z.output<typeof CreditNoteDetail>

const params = z.object({ id: z.uuid() })

export const creditNoteApi = api({
  list: {
    method: 'GET',
    path: '/credit-note',
    summary: 'Las notas crédito de la empresa, con lo que suman',
    clientRows: 'data',
    roles: ['financial'],
    query: z.strictObject({
      ...pagingQuery,
      ...sortQuery(NOTE_SORTS),
      client_id: z.optional(z.uuid()),
      concept_code: z.optional(ConceptCode),
      from: z.optional(DayText),
      to: z.optional(DayText),
    }),
    /** `totals`: of all the notes that match the filters. */
    reply: z.object({
      data: z.array(CreditNoteRow),
      meta: z.optional(PageMeta),
      totals: z.object({ count: z.number(), subtotal: PesosSum, vat: PesosSum, total: PesosSum }),
    }),
  },
  get: {
    method: 'GET',
    path: '/credit-note/:id',
    summary: 'Una nota crédito con lo que devuelve de cada línea; la propia, para quien es cliente',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    reply: z.object({ data: CreditNoteDetail }),
  },
  concepts: {
    method: 'GET',
    path: '/credit-note/concept',
    summary: 'Los conceptos de nota crédito de la DIAN vigentes hoy',
    roles: ['financial'],
    reply: z.object({ data: z.array(NoteConcept) }),
  },
  pdf: {
    method: 'GET',
    path: '/credit-note/:id/pdf',
    summary: 'Una nota crédito en PDF',
    clientRows: 'one',
    roles: ['financial', 'client'],
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
})
