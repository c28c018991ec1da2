import { bankApi } from '#domain/banks/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { runApi } from '#domain/invoices/api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { eventOf } from '#simulators/wompi/events.ts'
import { upload } from '#test/upload.ts'
import type { Case } from './case.ts'
import type { CostContext } from './context.ts'

const IMPORTED = 1_000
const PAID = 20

/** The complete massive run of a period, batch after batch, as its job does it. */
export const massiveRun: Case = {
  name: 'massive run',
  per: 'invoice',
  of: 'all',
  limit: 50,
  prepare: async ({ t, financial, companyId, period }) => {
    const { data } = await financial.call(runApi.start, { body: { period } })
    return async () => {
      await runMassive(t.world, { company_id: companyId, run_id: data.id })
      return (await financial.call(runApi.get, { params: { id: data.id } })).data.created
    }
  },
}

const MOVED = 1_000
let statements = 0

/** A statement of a thousand movements, each paired by the number of an invoice, by a document, or by its amount alone. */
export const bankFile: Case = {
  name: 'bank file of 1,000 movements',
  per: 'file',
  of: 'all',
  limit: 15 * MOVED,
  // The open debts of the company and their clients are read once for a file.
  counted: ['invoices where balance > 0', 'clients'],
  prepare: async ({ t, raw, financial, companyId }) => {
    statements += 1
    const account = { name: `Banco ${statements}`, kind: 'bank', bank: null, last_digits: null, default_for: [] }
    const { data } = await financial.call(moneyAccountApi.create, { body: { account } })
    const { rows } = await raw.query<{ number: string; identification: string; amount: string }>(
      `select i.prefix || '-' || i.number as number, k.identification, i.balance / 100 as amount from invoices i
       join clients k on k.company_id = i.company_id and k.id = i.client_id
       where i.company_id = $1 and i.balance > 0 order by i.id limit $2`,
      [companyId, MOVED],
    )
    const movements = Array.from({ length: MOVED }, (_, index) => {
      const debt = rows[index % rows.length]
      const named = [debt?.number, debt?.identification, ''][index % 3]
      return `2026-10-14;Pago ${index};${named};${debt?.amount}`
    })
    const bytes = Buffer.from(['Fecha;Descripción;Referencia;Valor', ...movements].join('\n'))
    return async () => {
      const file = { name: 'extracto.csv', bytes }
      const answer = await upload(t, financial, bankApi.upload, file, { account_id: data.id })
      if (answer.status >= 300) throw new Error(`the statement answered ${answer.status}: ${answer.text}`)
      return 1
    }
  },
}

let lists = 0

/** A thousand new clients with a contract each, from a file. */
export const importOfRows: Case = {
  name: 'import of 1,000 rows',
  per: 'row',
  of: 'all',
  limit: 45,
  prepare: async ({ t, financial }) => {
    lists += 1
    const rows = Array.from({ length: IMPORTED }, (_, index) => rowOf(2_000_000_000 + lists * IMPORTED + index))
    const bytes = Buffer.from([HEAD, ...rows].join('\n'))
    return async () => {
      const answer = await upload(t, financial, clientImportApi.upload, { name: 'clientes.csv', bytes })
      if (answer.status >= 300) throw new Error(`the import answered ${answer.status}: ${answer.text}`)
      return Number(Object(answer.json['details']).createdClients)
    }
  },
}

const HEAD =
  'type_identification,identification,first_name,last_name,phone,stratum,department,city,address,date_contract,payment_date,plan_code,opening_balance'
/** With the name of the other clients: the search of a common name finds it among the newest ones. */
const rowOf = (identification: number): string =>
  `CC,${identification},Yenny,Bohórquez,3001234567,2,Antioquia,Medellín,Calle 1,2025-01-01,10,HOG100,0`

/** Signed events of approved payments: received, and applied as the queue does. */
export const webhook: Case = {
  name: 'webhook, received and applied',
  per: 'event',
  of: 'all',
  limit: 220,
  prepare: async (context) => {
    const events = await pendingPayments(context)
    return async () => {
      for (const { body, headers } of events) {
        const url = `/api/webhook/wompi/${context.endpointKey}`
        const answer = await context.t.app.inject({ method: 'POST', url, headers, payload: body })
        if (answer.statusCode !== 200) throw new Error(`an event was answered ${answer.statusCode}: ${answer.body}`)
      }
      await context.paying.applyEvents()
      return events.length
    }
  },
}

/** Pending payments of single invoices, approved at the provider. Returns their events. */
async function pendingPayments({ raw, paying, merchant, companyId }: CostContext) {
  const { rows } = await raw.query<{ transaction_id: string; reference: string; amount: string }>(ATTEMPTS, [
    companyId,
    PAID,
  ])
  return rows.map(({ transaction_id, reference, amount }) => {
    const transaction = {
      id: transaction_id,
      reference,
      amount_in_cents: Number(amount),
      currency: 'COP' as const,
      customer_email: 'ana@correo.test',
      merchant,
      method: { type: 'NEQUI' as const, phone_number: '3991111111' },
      status: 'APPROVED' as const,
      status_message: null,
      created_at: '2026-10-15T15:00:00.000Z',
      finalized_at: '2026-10-15T15:00:00.000Z',
      bank_url: null,
    }
    paying.simulator().adopt(transaction)
    return eventOf(merchant, transaction, new Date('2026-10-15T15:00:00Z'))
  })
}

const ATTEMPTS = `
  with owed as (
    select i.company_id, i.id as invoice_id, i.client_id, k.user_id, i.balance, uuid_v7() as attempt_id, replace(i.id::text, '-', '') as tail
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = $1 and i.balance > 0
      and not exists (select from payment_attempt_invoices l where l.company_id = i.company_id and l.invoice_id = i.id)
    order by i.id limit $2
  ),
  attempts as (
    insert into payment_attempts (company_id, id, client_id, user_id, key, request_hash, method, environment, reference, amount, status,
      transaction_id, payer, accepted, next_check_at)
    select company_id, attempt_id, client_id, user_id, tail, decode('00', 'hex'), 'nequi', 'test', 'CO-' || tail, balance, 'pending',
      '11004-1-' || tail, '{"email": "ana@correo.test", "full_name": "Ana", "phone_number": "3001234567", "method": {}}', '{}',
      now() + interval '1 hour' from owed
    returning transaction_id, reference, amount
  ),
  links as (
    insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount) select company_id, attempt_id, invoice_id, balance from owed
  )
  select * from attempts`
