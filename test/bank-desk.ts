import { bankApi } from '#domain/banks/api.ts'
import { bulkApi } from '#domain/bulk/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { runJob } from '#server/bulk/worker.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
import { makeClient, makeContract } from './factory.ts'
import { upload } from './upload.ts'
import type { Company, Person, TestApp } from './world.ts'

export type BankDesk = { company: Company; financial: Person; account: string }

let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `bank-${keys}` }
}

/** The desk of a company with a bank account, its debtors and the files of its bank, on the 16th of December. */
export function bankDesk(t: TestApp) {
  const makeAccount = async (financial: Person, name: string): Promise<string> => {
    const account = { name, kind: 'bank', bank: 'Bancolombia', last_digits: '1234', default_for: [] }
    return (await financial.call(moneyAccountApi.create, { body: { account } })).data.id
  }
  const makeDesk = async (): Promise<BankDesk> => {
    t.setNow(new Date('2026-12-16T15:00:00Z'))
    const company = await t.company()
    const financial = await company.person('financial')
    return { company, financial, account: await makeAccount(financial, 'Ahorros') }
  }
  /** A client with invoices of these prices, issued on the 1st of December. */
  const debtor = async ({ company, financial }: BankDesk, ...prices: number[]) => {
    const client = await makeClient(t.owner, company.id)
    const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1 })
    const invoices: { id: string; number: string }[] = []
    t.setNow(new Date('2026-12-01T15:00:00Z'))
    for (const price of prices) {
      const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
      const body = { invoice: { no_contract, lines } }
      invoices.push((await financial.call(invoiceApi.create, { body, headers: once() })).data)
    }
    t.setNow(new Date('2026-12-16T15:00:00Z'))
    return { ...client, no_contract, invoices, number: invoices[0]?.number ?? '' }
  }
  const payCertain = async (desk: BankDesk, query = 'state=certain') => {
    const { data } = await desk.financial.call(bulkApi.start, { body: { action: 'pay_bank_lines', query } })
    await runJob(t.world, BULK_WORK, { company_id: desk.company.id, job_id: data.id })
    return (await desk.financial.call(bulkApi.get, { params: { id: data.id } })).data
  }
  return {
    once,
    makeAccount,
    makeDesk,
    debtor,
    payCertain,
    load: (desk: BankDesk, bytes: Buffer, by = desk.financial, fields: Record<string, string> = {}) =>
      upload(t, by, bankApi.upload, { name: 'extracto.csv', bytes }, { account_id: desk.account, ...fields }),
    linesOf: async ({ financial }: BankDesk, query: object = {}) =>
      (await financial.call(bankApi.lines, { query: { ...query } })).data,
    paymentsOf: async ({ financial }: BankDesk) => (await financial.call(manualPaymentApi.list)).data,
    invoiceOf: async ({ financial }: BankDesk, id = '') =>
      (await financial.call(invoiceApi.get, { params: { id } })).data,
  }
}

export const STATEMENT_HEAD = 'Fecha;Descripción;Referencia;Valor'

export const statement = (...rows: string[]) => Buffer.from([STATEMENT_HEAD, ...rows].join('\n'))

const detail = (reference: string, centavos: number, sequence: number) =>
  `06${reference.padStart(48, '0')}${String(centavos).padStart(14, '0')}01010000000000000000100${String(sequence).padStart(7, '0')}000`

/** An Asobancaria 2001 file of that company, of the 15th of December, with these payments. */
export function collectionFile(
  nit: string,
  payments: readonly [reference: string, centavos: number][],
  modifier = 'A',
): Buffer {
  const total = String(payments.reduce((all, [, centavos]) => all + centavos, 0)).padStart(18, '0')
  const count = String(payments.length).padStart(9, '0')
  return Buffer.from(
    [
      `01${nit.replace('-', '').padStart(10, '0')}2026121500700000012345678901202612160630${modifier}01`,
      '0577099980000180001',
      ...payments.map(([reference, centavos], index) => detail(reference, centavos, index + 2)),
      `08${count}${total}0001`,
      `09${count}${total}`,
    ].join('\r\n'),
  )
}
