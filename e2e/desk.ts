import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ACCOUNTS, PASSWORD } from './site.ts'

/** Bills the client of the demo from the desk, so many pesos each time. Returns the numbers. */
export async function charge(page: Page, ...prices: number[]): Promise<string[]> {
  const { request } = page
  const signed = await request.post('/api/auth/login', {
    data: { username: ACCOUNTS.financial, password: PASSWORD },
  })
  const { token } = (await signed.json()).data
  const numbers: string[] = []
  for (const price of prices) {
    const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
    const made = await request.post('/api/invoice', {
      data: { invoice: { no_contract: 'AF-000005', lines } },
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    })
    numbers.push((await made.json()).data.number)
  }
  return numbers
}
