import { voucherApi } from '#domain/accounting/voucher-api.ts'
import type { Person } from './world.ts'

/** What some accounts moved in the vouchers of a month, a debit more than zero, in centavos. `month`: 'YYYY-MM', of which all is in a batch. */
export async function movedInVouchers(financial: Person, month: string, accounts: readonly string[]): Promise<number> {
  const { data } = await financial.call(voucherApi.list)
  let moved = 0
  for (const { number } of data) {
    const params = { number: String(number) }
    const { text } = await financial.ask(voucherApi.file, { params, body: { template: 'plain' } })
    const rows = text.replace('\ufeff', '').trim().split('\r\n').slice(1)
    for (const [, , day = '', account = '', , , , debit, credit] of rows.map((row) => row.split(';')))
      if (day.startsWith(month) && accounts.includes(account)) moved += centavosOf(debit) - centavosOf(credit)
  }
  return moved
}

const centavosOf = (cell = '') => Math.round(Number(cell.replace(',', '.')) * 100)
