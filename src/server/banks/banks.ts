import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { bankApi } from '#domain/banks/api.ts'
import { BankLayout, layoutProblem } from '#domain/banks/layout.ts'
import type { BankLine } from '#domain/banks/line.ts'
import { rememberedKey } from '#domain/banks/pairing.ts'
import { confirmReason } from '#domain/banks/repetition.ts'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { accountLabel, type MoneyAccount } from '#domain/payments/money-account.ts'
import { txWithKey } from '#server/core/idempotency.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { storableFileName } from '#server/core/storable.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { queueUpload } from '#server/files/table.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { listAccounts } from '#server/payments/money-account-queries.ts'
import { getLayout } from './layout-queries.ts'
import { assertPayable, payLine } from './pay-lines.ts'
import {
  countFiles,
  countLines,
  decideLine,
  deleteUnpaidFile,
  type LockedLine,
  listFiles,
  listLines,
  lockLines,
  rememberReference,
} from './queries.ts'
import { readBankFile, readBankSample } from './read-file.ts'
import { rememberLayout } from './remember-layout.ts'
import { readPaidBefore, repetitionOf } from './repetitions.ts'
import { readBankFileRow, storeFile } from './store-file.ts'

export const banks = implement(bankApi, {
  files: (ctx, { query }) =>
    ctx.tx((tx) => pageReply(query, { rows: (range) => listFiles(tx, range), total: () => countFiles(tx) })),

  upload: (ctx, input) =>
    queueUpload(ctx.actor.companyId, async () => {
      const { file, fields } = input.body
      const { account_id, reference_kind = 'any', columns } = z.parse(bankApi.upload.body, fields)
      const chosen = columns === undefined ? null : layoutOf(columns)
      const digest = hash('sha256', file.bytes, 'buffer')
      const { account, layout } = await ctx.tx(async (tx) => ({
        account: await readBankAccount(tx, account_id),
        layout: await getLayout(tx, account_id),
      }))
      const named =
        chosen !== null
          ? { columns: chosen, headings: [], isChosen: true }
          : layout === null
            ? null
            : { ...layout, isChosen: false }
      const content = await readBankFile(file.bytes, ctx.today, named)
      return txWithKey(ctx, bankApi.upload, input, async (tx) => {
        if (chosen !== null && content.format === 'statement')
          await rememberLayout(tx, account, { columns: chosen, headings: content.headings })
        return storeFile(tx, {
          name: storableFileName(file.name),
          digest,
          account,
          reference_kind,
          content,
          today: ctx.today,
        })
      })
    }),

  columns: (ctx, { body }) =>
    queueUpload(ctx.actor.companyId, async () => {
      const { account_id } = z.parse(bankApi.columns.body, body.fields)
      const layout = account_id === undefined ? null : await ctx.tx((tx) => getLayout(tx, account_id))
      return { data: await readBankSample(body.file.bytes, ctx.today, layout) }
    }),

  file: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readBankFileRow(tx, params.id) })),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      await tx.lock('bank-files')
      const { id, file_name, account, states } = await readBankFileRow(tx, params.id)
      const { paid } = await deleteUnpaidFile(tx, id)
      if (paid !== null) throw new Refusal('conflict', paidCopy(paid))
      const count = Object.values(states).reduce((all, one) => all + one, 0)
      await tx.record('bank_file.removed', {
        entity_id: id,
        before: { file: file_name, movements: count, account: account.name },
      })
      const lines = count === 1 ? 'su movimiento' : `sus ${count} movimientos`
      return { data: null, message: `Quitamos ${file_name}, con ${lines}` }
    }),

  lines: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, {
        rows: (range) => listLines(tx, query, range),
        total: () => countLines(tx, query),
        whole: ctx.wholeList,
      }),
    ),

  pay: (ctx, { params, body: { payment } }) =>
    ctx.tx(async (tx) => {
      const line = await lockLine(tx, params.id)
      const given = { ...line, client_id: payment.client_id, invoice_id: null }
      assertPayable(given)
      if (payment.is_another !== true) await assertNotLikeAnother(tx, given)
      const paid = await payLine(tx, given, ctx, {
        postsToday: payment.posts_today ?? false,
      })
      const key = rememberedKey(line.reference)
      if (key !== null) await rememberReference(tx, key, payment.client_id)
      return {
        data: await readLine(tx, line.id),
        message: `Registramos ${pesosLabel(paid.amount)} de ${paid.client.name}, recibo ${paid.number}`,
      }
    }),

  ignore: (ctx, { params, body: { reason } }) =>
    ctx.tx(async (tx) => {
      const line = await lockLine(tx, params.id)
      if (line.state === 'paid' || line.state === 'ignored') throw new Refusal('conflict', DECIDED_COPY)
      await decideLine(tx, line.id, { state: 'ignored', reason, client_id: null, invoice_id: null })
      await tx.record('bank_line.ignored', { entity_id: line.id, after: { amount: toPesos(line.amount), reason } })
      return { data: await readLine(tx, line.id), message: 'Lo descartamos: no queda como pago' }
    }),

  restore: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const line = await lockLine(tx, params.id)
      const before = await readLine(tx, line.id)
      if (line.amount <= 0) throw new Refusal('conflict', 'Ese movimiento no es dinero que entró: no tiene pago')
      if (before.state !== 'ignored' && before.payment?.is_reversed !== true)
        throw new Refusal('conflict', RESTORE_COPY)
      const reason = before.payment === null ? 'Se descartó por error' : `El recibo ${before.payment.number} se reversó`
      await decideLine(tx, line.id, { state: 'unknown', reason, client_id: null, invoice_id: null, payment_id: null })
      await tx.record('bank_line.restored', { entity_id: line.id, after: { amount: toPesos(line.amount), reason } })
      return { data: await readLine(tx, line.id), message: 'Quedó otra vez por revisar' }
    }),
})

/** The columns that a person named, as they come in a field. Throws a Refusal for others than a statement can be read with. */
function layoutOf(json: string): BankLayout {
  const parsed = z.safeParse(BankLayout, jsonOf(json))
  if (!parsed.success) throw refuseField('invalid', 'columns', 'Elige qué trae cada columna, de la primera a la última')
  const problem = layoutProblem(parsed.data)
  if (problem !== null) throw refuseField('invalid', 'columns', problem)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const paidCopy = (number: number): string =>
  `Ya se registró un pago de este archivo: reversa el recibo ${number} y déjalo por revisar antes de quitarlo`

/** Throws a Refusal when a payment outside the file is like the line: only a person knows whether it is another one. */
async function assertNotLikeAnother(tx: Tx, line: LockedLine): Promise<void> {
  if (line.client_id !== null) await lockAccounts(tx, [line.client_id])
  const like = repetitionOf({ ...line }, { ...(await readPaidBefore(tx, [line])), taken: new Map() })
  if (like !== null) throw refuseField('conflict', 'payment.is_another', confirmReason(like.payment))
}

const DECIDED_COPY = 'Este movimiento ya se registró o se descartó'
const RESTORE_COPY = 'Solo se revisa otra vez un movimiento descartado, o uno cuyo pago se reversó'

async function readBankAccount(tx: Tx, id: string): Promise<MoneyAccount> {
  const account = (await listAccounts(tx)).find((one) => one.id === id)
  if (account?.kind !== 'bank' || !account.is_active)
    throw refuseField('not_found', 'account_id', 'Elige la cuenta bancaria del archivo: se agrega en Contabilidad')
  return { ...account, name: accountLabel(account) }
}

async function lockLine(tx: Tx, id: string): Promise<LockedLine> {
  const [line] = await lockLines(tx, [id])
  if (!line) throw notFound(ABSENT_COPY)
  return line
}

async function readLine(tx: Tx, id: string): Promise<BankLine> {
  const [line] = await listLines(tx, { ids: [id] }, { offset: 0, limit: 1 })
  if (!line) throw notFound(ABSENT_COPY)
  return line
}

const ABSENT_COPY = 'Ese movimiento no existe'
