import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { idsFilter, PageMeta, pageQuery, pagingQuery } from '#domain/core/paging.ts'
import { lineOfText, text } from '#domain/core/text.ts'
import { BankLayout } from './layout.ts'
import { BankFile, BankLine } from './line.ts'
import { LINE_STATES, REFERENCE_KINDS } from './pairing.ts'

const roles = ['financial'] as const
const params = z.object({ id: z.uuid() })
const LineReply = z.object({ data: BankLine, message: z.string() })

/** The files of banks: what came in, which client paid it, and the payments that were registered from it. */
export const bankApi = api({
  files: {
    method: 'GET',
    path: '/bank/file',
    summary: 'Los archivos de bancos que se cargaron, el último primero',
    roles,
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(BankFile), meta: PageMeta }),
  },
  upload: {
    method: 'POST',
    path: '/bank/file',
    dated: true,
    summary: 'Carga un extracto (CSV o XLSX) o un archivo Asobancaria de recaudo, y busca de quién es cada movimiento',
    roles,
    status: 201,
    bodyAs: 'upload',
    idempotency: 'own',
    body: z.strictObject({
      account_id: z.uuid({ error: 'Elige la cuenta bancaria del archivo' }),
      reference_kind: z.optional(z.enum(REFERENCE_KINDS)),
      /** JSON: what each column of a statement has, '' for one that is not read. Remembered for the next files of the account. */
      columns: z.optional(text(2_000)),
    }),
    reply: z.object({ data: BankFile, message: z.string() }),
  },
  columns: {
    method: 'POST',
    path: '/bank/file/columns',
    summary: 'Las primeras filas de un extracto, y lo que se sabe de sus columnas: para decir qué trae cada una',
    roles,
    bodyAs: 'upload',
    readOnly: true,
    idempotency: 'never',
    body: z.strictObject({ account_id: z.optional(z.uuid({ error: 'Elige la cuenta bancaria del archivo' })) }),
    reply: z.object({
      data: z.object({
        rows: z.array(z.array(z.string())),
        columns: BankLayout,
        /** Whether `columns` are those of an earlier file of the account, which had the same titles. */
        is_remembered: z.boolean(),
      }),
    }),
  },
  file: {
    method: 'GET',
    path: '/bank/file/:id',
    summary: 'Un archivo de banco, con cuántos movimientos hay en cada estado',
    roles,
    params,
    reply: z.object({ data: BankFile }),
  },
  remove: {
    method: 'DELETE',
    path: '/bank/file/:id',
    summary:
      'Quita un archivo del que no se registró ningún pago: por ejemplo, el que se cargó en la cuenta que no era',
    roles,
    params,
    reply: z.object({ data: z.null(), message: z.string() }),
  },
  lines: {
    method: 'GET',
    path: '/bank/line',
    summary: 'Los movimientos de los archivos de bancos, con su cliente o sus candidatos',
    clientRows: 'data',
    roles,
    query: z.strictObject({
      ...pagingQuery,
      ids: idsFilter,
      file_id: z.optional(z.uuid()),
      state: z.optional(z.enum(LINE_STATES)),
    }),
    reply: z.object({ data: z.array(BankLine), meta: PageMeta }),
  },
  pay: {
    method: 'POST',
    path: '/bank/line/:id/payment',
    dated: true,
    summary: 'Registra un movimiento como pago del cliente que eliges; la referencia queda recordada',
    roles,
    status: 201,
    params,
    body: z.strictObject({
      payment: z.strictObject({
        client_id: z.uuid({ error: 'Elige el cliente' }),
        /** The day of the movement is closed: the payment is in the books today. */
        posts_today: z.optional(z.boolean()),
        /** A payment of that day is equal, and the person says that this one is another. */
        is_another: z.optional(z.boolean()),
      }),
    }),
    reply: LineReply,
  },
  ignore: {
    method: 'POST',
    path: '/bank/line/:id/ignored',
    summary: 'Descarta un movimiento que no es el pago de un cliente, con su motivo',
    roles,
    params,
    body: z.strictObject({ reason: lineOfText('Escribe por qué se descarta', 160) }),
    reply: LineReply,
  },
  restore: {
    method: 'DELETE',
    path: '/bank/line/:id/decision',
    summary: 'Deja otra vez por revisar un movimiento descartado, o uno cuyo pago se reversó',
    roles,
    params,
    reply: LineReply,
  },
})
